import { Readable } from 'node:stream';
import { inSameRoom } from '#kit/server/turns/rooms.ts';
import { clientLimits } from './limits.ts';

type Chunk = string | Uint8Array;
const nothing = Buffer.alloc(0);

/**
 * A body in small pieces, each made when the client has taken those before: of bytes that are there already, or of a source
 * that is asked for more only then.
 */
export class Pieces extends Readable {
  #source: AsyncIterator<Chunk> | undefined;
  #chunk: Buffer;
  #at = 0;
  readonly #size: number;

  constructor(from: Buffer | AsyncIterator<Chunk>, size = clientLimits.piece) {
    super({ highWaterMark: size });
    this.#size = size;
    this.#chunk = Buffer.isBuffer(from) ? from : nothing;
    if (!Buffer.isBuffer(from)) this.#source = from;
  }

  /** The memory that the rest of the present chunk keeps; undefined when that is no more than a piece or so. */
  get held(): ArrayBufferLike | undefined {
    return this.#chunk.length - this.#at > this.#size ? this.#chunk.buffer : undefined;
  }

  override _read(): void {
    if (this.#at < this.#chunk.length) {
      const from = this.#at;
      this.#at += this.#size;
      this.push(this.#chunk.subarray(from, this.#at));
    } else if (this.#source) void this.#next(this.#source);
    else this.push(null);
  }

  async #next(source: AsyncIterator<Chunk>): Promise<void> {
    try {
      this.#chunk = nothing;
      let next = await source.next();
      while (!next.done && next.value.length === 0) next = await source.next();
      if (this.destroyed) return;
      this.#at = 0;
      if (next.done) this.#source = undefined;
      else this.#chunk = typeof next.value === 'string' ? Buffer.from(next.value) : asBuffer(next.value);
      this._read();
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const source = this.#source;
    this.#source = undefined;
    this.#chunk = nothing;
    this.#at = 0;
    // A source that is just being read ends when that is over.
    void source?.return?.().catch(() => undefined);
    done(error);
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/**
 * A body whose first chunks are read before the answer begins: what fails until then is answered as any failure is.
 * @returns undefined when there are none.
 */
export async function begun(source: AsyncGenerator<Chunk>, chunks: number): Promise<Pieces | undefined> {
  const first: Chunk[] = [];
  while (first.length < chunks) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
  }
  return first.length === 0 ? undefined : new Pieces(joined(first, source));
}

/** Ends the rest also where it was never read; whoever reads it, it is read for whom it was begun. */
function joined(first: Chunk[], rest: AsyncGenerator<Chunk>): AsyncIterator<Chunk> {
  const inRoom = inSameRoom();
  return {
    async next() {
      const value = first.shift();
      return value === undefined ? inRoom(() => rest.next()) : { done: false, value };
    },
    return: () => rest.return(undefined),
  };
}
