/** A frame that ends before it should, or holds what its own length denies. Readers answer it as a refusal. */
export class FrameError extends Error {}

/** Reads network-order fields one after the other and never past the end. */
export class ByteCursor {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;

  constructor(bytes: Buffer, from = 0, to = bytes.length) {
    this.#bytes = bytes;
    this.#at = Math.max(0, from);
    this.#end = Math.max(this.#at, Math.min(to, bytes.length));
  }

  get left(): number {
    return this.#end - this.#at;
  }

  get position(): number {
    return this.#at;
  }

  #take(count: number): number {
    const at = this.#at;
    if (count < 0 || at + count > this.#end) throw new FrameError('The frame is too short for what it claims to hold');
    this.#at = at + count;
    return at;
  }

  skip(count: number): void {
    this.#take(count);
  }

  peek(ahead = 0): number {
    return this.#at + ahead < this.#end ? (this.#bytes[this.#at + ahead] ?? 0) : -1;
  }

  u8(): number {
    return this.#bytes[this.#take(1)] ?? 0;
  }

  i8(): number {
    return (this.u8() << 24) >> 24;
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  i16(): number {
    return this.#bytes.readInt16BE(this.#take(2));
  }

  u24(): number {
    return this.#bytes.readUIntBE(this.#take(3), 3);
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#take(4));
  }

  u32le(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  i32(): number {
    return this.#bytes.readInt32BE(this.#take(4));
  }

  f32(): number {
    return this.#bytes.readFloatBE(this.#take(4));
  }

  /** Eight bytes as a number: exact up to 2^53, which times and identities are. */
  u64(): number {
    return this.u32() * 0x1_0000_0000 + this.u32();
  }

  i64(): number {
    return this.i32() * 0x1_0000_0000 + this.u32();
  }

  bytes(count: number): Buffer {
    const at = this.#take(count);
    return this.#bytes.subarray(at, at + count);
  }

  hex(count: number): string {
    return this.bytes(count).toString('hex');
  }

  ascii(count: number): string {
    return this.bytes(count).toString('latin1');
  }
}
