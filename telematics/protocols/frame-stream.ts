import type { Conversation } from './protocol.ts';

const nothing = Buffer.alloc(0);

/** Makes frames of the pieces in which a connection's bytes arrive. Keeps at most one unfinished frame. */
export class FrameStream {
  #conversation: Conversation;
  readonly #maxFrameBytes: number;
  #pending: Buffer = nothing;
  #refused: string | null = null;

  constructor(conversation: Conversation, maxFrameBytes: number) {
    this.#conversation = conversation;
    this.#maxFrameBytes = maxFrameBytes;
  }

  /** Why the connection is of no use any more: its bytes cannot be told apart. The caller closes it. */
  get refused(): string | null {
    return this.#refused;
  }

  get pendingBytes(): number {
    return this.#pending.length;
  }

  /** Goes on with another conversation, which knows more of the device. */
  follow(conversation: Conversation): void {
    this.#conversation = conversation;
  }

  /** The frames that the piece completes. They are views of the piece: copy what is to outlive the call. */
  push(piece: Buffer): Buffer[] {
    const frames: Buffer[] = [];
    this.take(piece, (frame) => frames.push(frame) > 0);
    return frames;
  }

  /** Keeps bytes for later, uncut. */
  keep(piece: Buffer): void {
    this.#pending = Buffer.concat([this.#pending, piece]);
  }

  /** Gives each frame that the piece completes to `eat`, a view of the piece, until that wants no more: the rest is kept uncut. */
  take(piece: Buffer, eat: (frame: Buffer) => boolean): void {
    if (this.#refused !== null) return;
    let bytes = this.#pending.length === 0 ? piece : Buffer.concat([this.#pending, piece]);
    while (bytes.length > 0) {
      const cut = this.#conversation.cut(bytes);
      if (cut.kind === 'frame' && cut.end - cut.start <= this.#maxFrameBytes) {
        const frame = cut.end > cut.start ? bytes.subarray(cut.start, cut.end) : null;
        bytes = bytes.subarray(cut.end);
        if (frame && !eat(frame)) break;
        continue;
      }
      if (cut.kind === 'refuse') this.#refused = cut.why;
      else if (cut.kind === 'frame' || bytes.length > this.#maxFrameBytes)
        this.#refused = `More than ${this.#maxFrameBytes} bytes without the end of a frame`;
      break;
    }
    // A copy, so that a small rest does not hold a large piece in memory.
    this.#pending = this.#refused !== null || bytes.length === 0 ? nothing : Buffer.from(bytes);
  }
}
