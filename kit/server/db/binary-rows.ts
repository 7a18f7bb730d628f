/** Head of COPY's binary format: signature, flags, no extension. */
const head = Buffer.from('PGCOPY\n\u00ff\r\n\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000', 'latin1');
/** PostgreSQL counts microseconds from 2000. */
const epochMs = Date.UTC(2000, 0, 1);

/**
 * Rows as COPY … (format binary) takes them, written straight into bytes. A row begins with `row` and has as many values as
 * that says, in the order of the columns.
 */
export class BinaryRows {
  #bytes: Buffer;
  #at = 0;
  count = 0;

  constructor(sizeGuess = 65_536) {
    this.#bytes = Buffer.allocUnsafe(sizeGuess);
    this.#room(head.length);
    this.#at = head.copy(this.#bytes);
  }

  #room(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }

  row(values: number): void {
    this.#room(2);
    this.#at = this.#bytes.writeInt16BE(values, this.#at);
    this.count += 1;
  }

  null(): void {
    this.#room(4);
    this.#at = this.#bytes.writeInt32BE(-1, this.#at);
  }

  int2(value: number | null): void {
    if (value === null) return this.null();
    this.#room(6);
    this.#at = this.#bytes.writeInt32BE(2, this.#at);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  int4(value: number | null): void {
    if (value === null) return this.null();
    this.#room(8);
    this.#at = this.#bytes.writeInt32BE(4, this.#at);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  /** timestamptz. `ms`: whole milliseconds, UTC. */
  time(ms: number): void {
    this.#room(12);
    const micros = (ms - epochMs) * 1_000;
    const high = Math.floor(micros / 4_294_967_296);
    this.#at = this.#bytes.writeInt32BE(8, this.#at);
    this.#at = this.#bytes.writeInt32BE(high, this.#at);
    this.#at = this.#bytes.writeUInt32BE(micros - high * 4_294_967_296, this.#at);
  }

  text(value: string): void {
    const length = Buffer.byteLength(value);
    this.#room(4 + length);
    this.#at = this.#bytes.writeInt32BE(length, this.#at);
    this.#at += this.#bytes.write(value, this.#at);
  }

  /** jsonb. `json`: the text of it. */
  json(json: string | null): void {
    if (json === null) return this.null();
    const length = Buffer.byteLength(json);
    this.#room(5 + length);
    this.#at = this.#bytes.writeInt32BE(length + 1, this.#at);
    this.#at = this.#bytes.writeUInt8(1, this.#at);
    this.#at += this.#bytes.write(json, this.#at);
  }

  /** bytea of pieces, each behind its length in two bytes. */
  pieces(pieces: readonly Buffer[]): void {
    let length = 0;
    for (const piece of pieces) length += 2 + piece.length;
    this.#room(4 + length);
    this.#at = this.#bytes.writeInt32BE(length, this.#at);
    for (const piece of pieces) {
      this.#at = this.#bytes.writeUInt16BE(piece.length, this.#at);
      this.#at += piece.copy(this.#bytes, this.#at);
    }
  }

  /** All rows and the end mark. Nothing can be added after. */
  end(): Buffer {
    this.#room(2);
    this.#at = this.#bytes.writeInt16BE(-1, this.#at);
    return this.#bytes.subarray(0, this.#at);
  }
}
