import type { ServerResponse } from 'node:http';
import type { ClientLimits } from './limits.ts';

/** Sends a body that lies ready in memory. */
export type BytesOut = (response: ServerResponse, bytes: Buffer) => void;

/**
 * The rest of a long body, which goes out in pieces: large ones as long as the system takes each at once, and from the first that
 * it does not, small ones as the client takes them.
 */
export class LongBytes {
  readonly #response: ServerResponse;
  readonly #bytes: Buffer;
  readonly #limits: ClientLimits;
  #at = 0;
  #isSlow = false;

  constructor(response: ServerResponse, bytes: Buffer, limits: ClientLimits) {
    this.#response = response;
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** The memory that the rest keeps; undefined when that is no more than a piece. */
  get held(): ArrayBufferLike | undefined {
    return this.#bytes.length - this.#at > this.#limits.piece ? this.#bytes.buffer : undefined;
  }

  /** Nothing is read ahead. */
  readonly readableLength = 0;

  begin(): void {
    this.#response.on('drain', () => {
      if (this.#isSlow) this.#next();
    });
    this.#next();
  }

  #next(): void {
    const from = this.#at;
    this.#at += this.#isSlow ? this.#limits.piece : this.#limits.whole;
    const piece = this.#bytes.subarray(from, this.#at);
    if (this.#at >= this.#bytes.length) this.#response.end(piece);
    else {
      const mayGoOn = this.#response.write(piece);
      // The others have their turn before it is looked at whether the system has it.
      if (!this.#isSlow) setImmediate(() => this.#look());
      else if (mayGoOn) this.#next();
    }
  }

  #look(): void {
    const { socket, destroyed } = this.#response;
    if (destroyed || !socket) return;
    this.#isSlow = socket.writableLength > 0;
    // What is not taken yet has a drain to come.
    if (!this.#isSlow) this.#next();
  }
}
