import { connect, type Socket } from 'node:net';
import type { Dialect, Frames } from './ingest-frames.ts';

const answerEnd = Buffer.from('\r\n\r\n');

/** A device of the load: as cheap as it can be, for it shares the machine with what is measured. */
export class LoadDevice {
  readonly #dialect: Dialect;
  readonly #socket: Socket;
  #frames: Frames = { bytes: Buffer.alloc(0), ends: new Uint32Array() };
  #sent = 0;
  #answered = 0;
  /** Bytes of an answer that is not whole yet. */
  #pending: Buffer = Buffer.alloc(0);
  #loggedIn: (() => void) | undefined;
  #done: (() => void) | undefined;
  /** When each frame under way was written, for steady loads. */
  #writtenAt: number[] | null = null;
  #onAnswer: ((ms: number) => void) | undefined;

  private constructor(dialect: Dialect, socket: Socket) {
    this.#dialect = dialect;
    this.#socket = socket;
    socket.on('data', (bytes: Buffer) => this.#hear(bytes));
  }

  /** Connects from an address of its own hundred, since servers count connections by address, and logs in. */
  static async open(dialect: Dialect, identifier: string, port: number, at: number): Promise<LoadDevice> {
    const localAddress = process.platform === 'linux' ? `127.0.1.${1 + (Math.floor(at / 100) % 250)}` : undefined;
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, ...(localAddress ? { localAddress } : {}) });
    const device = new LoadDevice(dialect, socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error(`${identifier} was hung up on`)));
      const login = dialect.login(identifier);
      device.#loggedIn = resolve;
      socket.once('connect', () => {
        if (login) socket.write(login);
        else device.#login();
      });
    });
    // What is lost in the middle of a measurement must not be waited for.
    socket.removeAllListeners('close');
    socket.on('close', () => device.#done && console.error(`${identifier} was hung up on`));
    return device;
  }

  #login(): void {
    this.#loggedIn?.();
    this.#loggedIn = undefined;
  }

  close(): void {
    this.#done = undefined;
    this.#socket.destroy();
  }

  load(frames: Frames): void {
    this.#frames = frames;
    this.#sent = 0;
    this.#answered = 0;
  }

  /** Sends all that was loaded, as much at a time as the window allows. */
  blast(): Promise<void> {
    this.#writtenAt = null;
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#more();
    });
  }

  /** Sends the next frame; the time until its answer is told. */
  report(onAnswer: (ms: number) => void): void {
    this.#onAnswer = onAnswer;
    (this.#writtenAt ??= []).push(performance.now());
    this.#write(1);
  }

  #more(): void {
    const { window } = this.#dialect;
    const free = window - (this.#sent - this.#answered);
    // Half a window at a time: few writes, and the server never waits for us.
    if (free >= Math.ceil(window / 2)) this.#write(free);
  }

  #write(most: number): void {
    const { bytes, ends } = this.#frames;
    const upTo = Math.min(ends.length, this.#sent + most);
    if (upTo === this.#sent) return;
    const from = this.#sent === 0 ? 0 : (ends[this.#sent - 1] ?? 0);
    this.#sent = upTo;
    this.#socket.write(bytes.subarray(from, ends[upTo - 1]));
  }

  #hear(bytes: Buffer): void {
    const all = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const taken = this.#count(all);
    this.#pending = taken === all.length ? all.subarray(0, 0) : Buffer.from(all.subarray(taken));
    if (this.#done && this.#answered >= this.#frames.ends.length) {
      this.#done();
      this.#done = undefined;
    } else if (this.#done) this.#more();
  }

  /** Counts whole answers; gives how many bytes they were. */
  #count(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      const length = this.#answerLength(bytes, at);
      if (length === 0 || at + length > bytes.length) return at;
      if (this.#loggedIn) this.#login();
      else this.#answer(bytes, at);
      at += length;
    }
  }

  #answerLength(bytes: Buffer, at: number): number {
    const { protocol } = this.#dialect;
    if (at >= bytes.length) return 0;
    if (protocol === 'gt06') return 10;
    if (protocol === 'teltonika') return this.#loggedIn ? 1 : 4;
    const end = bytes.indexOf(answerEnd, at);
    return end < 0 ? 0 : end + answerEnd.length - at;
  }

  #answer(bytes: Buffer, at: number): void {
    const { protocol, records } = this.#dialect;
    if (protocol === 'teltonika' && bytes.readUInt32BE(at) !== records) throw new Error('Records were refused');
    if (protocol === 'osmand' && bytes.toString('latin1', at + 9, at + 12) !== '200')
      throw new Error(`A request was answered ${bytes.toString('latin1', at + 9, at + 12)}`);
    this.#answered += 1;
    const writtenAt = this.#writtenAt?.shift();
    if (writtenAt !== undefined) this.#onAnswer?.(performance.now() - writtenAt);
  }
}
