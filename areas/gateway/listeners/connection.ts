import { FrameStream } from '#telematics/protocols/frame-stream.ts';
import type { Conversation, SocketProtocol, Decoded } from '#telematics/protocols/protocol.ts';
import type { Batch, Waiting } from '../ingest/batch.ts';
import type { KnownDevice } from '../ingest/device-registry.ts';
import type { DeviceActivity } from '#areas/devices/devices.server.ts';
import { countUp } from './metrics.ts';
import { admitted, guarded, handOn, type Hub, turnAway } from './admission.ts';

/** The other end of a connection, or of one datagram. */
export interface FarEnd {
  readonly address: string;
  send(bytes: Buffer): void;
  /** Sends what was given to `send` and closes. */
  close(reason: string): void;
  /** Told when a device has said who it is, and it is let in. */
  met(device: KnownDevice): void;
  /** Told when what waited until it was known who speaks is read. */
  goOn(): void;
}

interface Reply {
  bytes: Buffer;
  /** Not to be sent before this is stored. */
  after: Batch | null;
}

/** What a held frame takes beside its bytes; in a datagram that is a conversation. */
const aroundHeld = 512;
/** So many frames without sense, one after the other, and it is no tracker. */
const maxBadInRow = 5;
const nothing = Buffer.alloc(0);

/** One connection of a device: reads what arrives, hands it on, and answers in the order in which it came. */
export class Link implements Waiting {
  device: KnownDevice | undefined;
  /** Fixes that it brought, and frames without any. */
  taken = 0;
  readonly #hub: Hub;
  readonly #protocol: SocketProtocol;
  readonly #transport: 'stream' | 'datagram';
  readonly #end: FarEnd;
  readonly #stream: FrameStream;
  #conversation: Conversation;
  #checksum: 'strict' | 'lenient' = 'lenient';
  #model = '';
  #identity: string | undefined;
  #badInRow = 0;
  #badChecksums = 0;
  #replies: Reply[] = [];
  /** The last batch that holds something of this connection. */
  #last: Batch | null = null;
  #isOver = false;
  /** The frame that waits until it is known who speaks; what came behind it waits uncut. Both are counted. */
  #held: Buffer | null = null;
  #heldBytes = 0;

  constructor(hub: Hub, protocol: SocketProtocol, transport: 'stream' | 'datagram', end: FarEnd) {
    this.#hub = hub;
    this.#protocol = protocol;
    this.#transport = transport;
    this.#end = end;
    this.#conversation = protocol.open({ checksum: this.#checksum, transport });
    this.#stream = new FrameStream(this.#conversation, protocol.maxFrameBytes);
  }

  /** Answers that wait for what was handed on. */
  get pendingReplies(): number {
    return this.#replies.length + (this.#held ? 1 : 0);
  }

  /** Whether nothing more should be read from it: it is being found out who speaks. */
  get isHeld(): boolean {
    return this.#held !== null;
  }

  /** Takes the bytes that arrived. */
  push(bytes: Buffer): void {
    const now = this.#hub.clock.now().getTime();
    if (this.#held) this.#stream.keep(bytes);
    else
      this.#stream.take(bytes, (frame) => {
        this.#read(frame, now, true);
        return !this.#isOver && !this.#held;
      });
    if (this.#isOver) return;
    this.#sendDue();
    if (this.#held) {
      if (!this.#hasRoom(this.#held)) this.#over('too much at once');
      return;
    }
    // A stranger is given room for a word, and not for a frame of the longest kind.
    const isLong = !this.device && this.#stream.pendingBytes > this.#hub.limits.strangersBytes;
    if (this.#stream.refused === null && !isLong) return;
    this.#hub.figures.badFrames += 1;
    if (this.device) this.#activity(this.device, now).badFrames += 1;
    this.#over('no frames');
  }

  /** `mayLearn`: whether a name that is not known may be one that was only just registered. */
  #read(frame: Buffer, now: number, mayLearn: boolean): void {
    let decoded = this.#conversation.read(frame, { now });
    if (decoded.identity !== undefined && decoded.identity !== this.#identity) {
      if (mayLearn && !admitted(this.#hub, decoded.identity) && this.#hold(frame)) return;
      const met = this.#meet(decoded.identity, decoded, frame, now);
      if (!met) return;
      decoded = met;
    }
    const { device } = this;
    if (!device) {
      // Answers only go to those who said who they are.
      if (decoded.refused !== undefined || decoded.readings.length > 0) this.#bad();
      return;
    }
    const activity = this.#activity(device, now);
    activity.frames += 1;
    this.taken += Math.max(1, decoded.readings.length);
    activity.badChecksums += this.#conversation.badChecksums - this.#badChecksums;
    this.#badChecksums = this.#conversation.badChecksums;
    if (decoded.refused !== undefined) activity.badFrames += 1;
    const waiting = decoded.reply ? this : null;
    const { readings, unread } = decoded;
    const said = { device, activity, protocol: this.#protocol.name, frame, readings, unread, waiting };
    this.#last = handOn(this.#hub, said, now) ?? this.#last;
    if (decoded.reply) this.#answer(decoded.reply);
    if (decoded.refused !== undefined) this.#bad();
    else this.#badInRow = 0;
  }

  /** Whoever registers a device switches it on next: its first words wait until the list of devices was looked at again. */
  #hold(frame: Buffer): boolean {
    const learnt = this.#hub.learn();
    if (!learnt) return false;
    // A copy: it is a view of the piece that it came in.
    const first = Buffer.from(frame);
    this.#held = first;
    const goOn = () => {
      if (this.#isOver) return;
      this.#release();
      this.#read(first, this.#hub.clock.now().getTime(), false);
      if (!this.#isOver) this.push(nothing);
      this.#end.goOn();
    };
    void learnt.then(() => guarded(this.#hub, goOn, (why) => this.#over(why)));
    return true;
  }

  /** Counts what waits until it is known who speaks. Gives whether there is room for it. */
  #hasRoom(held: Buffer): boolean {
    const { figures, limits } = this.#hub;
    const bytes = held.length + this.#stream.pendingBytes + aroundHeld;
    figures.heldBytes += bytes - this.#heldBytes;
    this.#heldBytes = bytes;
    return figures.heldBytes <= limits.heldBytesOfAll;
  }

  /** The batch of some frame is stored. */
  stored(): void {
    this.#sendDue();
  }

  /** Its device may have changed. Gives whether it may go on. */
  lookAgain(): boolean {
    if (!this.device || this.#identity === undefined) return true;
    const device = admitted(this.#hub, this.#identity);
    if (device?.slot !== this.device.slot || device.secretHash !== null) return false;
    this.device = device;
    // Under another rule it says anew who it is: what its login told of its clock would be lost.
    return device.checksum === this.#checksum && device.model === this.#model;
  }

  /** An answer stands for everything before it: some devices only ever get one to their heartbeat. */
  #answer(bytes: Buffer): void {
    if (this.#last?.isStored) this.#last = null;
    this.#last?.waiting.add(this);
    this.#replies.push({ bytes, after: this.#last });
  }

  #activity(device: KnownDevice, now: number): DeviceActivity {
    return this.#hub.live.activityOf(device, this.#protocol.name, this.#end.address, now);
  }

  /** Who speaks was not known, or it is somebody else now. Gives what the frame says under the rules of this device. */
  #meet(identity: string, decoded: Decoded, frame: Buffer, now: number): Decoded | undefined {
    const device = admitted(this.#hub, identity);
    if (!device) {
      turnAway(this.#hub, this.#protocol.name, identity, this.#end.address, now);
      if (decoded.rejection) this.#end.send(decoded.rejection);
      this.#over('unknown device');
      return undefined;
    }
    if (device.secretHash !== null) {
      // Nothing in these protocols could prove it.
      countUp(this.#hub.figures.refused, 'wrong password');
      this.#over('a password is needed');
      return undefined;
    }
    this.#identity = identity;
    this.device = device;
    this.#end.met(device);
    return this.#keepTo(device) ? this.#conversation.read(frame, { now }) : decoded;
  }

  #keepTo({ checksum, model }: KnownDevice): boolean {
    if (checksum === this.#checksum && model === this.#model) return false;
    this.#checksum = checksum;
    this.#model = model;
    this.#conversation = this.#protocol.open({ checksum, transport: this.#transport, model });
    this.#badChecksums = 0;
    this.#stream.follow(this.#conversation);
    return true;
  }

  #bad(): void {
    this.#hub.figures.badFrames += 1;
    this.#badInRow += 1;
    if (this.#badInRow >= maxBadInRow) this.#over('bad frames');
  }

  #release(): void {
    this.#held = null;
    this.#hub.figures.heldBytes -= this.#heldBytes;
    this.#heldBytes = 0;
  }

  #over(reason: string): void {
    this.#release();
    this.#sendDue();
    this.#isOver = true;
    this.#end.close(reason);
  }

  #sendDue(): void {
    const replies = this.#replies;
    let due = 0;
    while (due < replies.length && replies[due]?.after?.isStored !== false) due += 1;
    if (due === 0) return;
    this.#replies = due === replies.length ? [] : replies.slice(due);
    const [first] = replies;
    this.#end.send(due === 1 && first ? first.bytes : Buffer.concat(replies.slice(0, due).map(({ bytes }) => bytes)));
  }
}
