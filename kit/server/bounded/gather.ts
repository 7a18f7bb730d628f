const first = 4 * 1024;

/**
 * Puts bytes together as they come. A sender that lets them trickle makes thousands of small pieces, each of which would cost
 * hundreds of bytes if it were kept by itself.
 */
export class Gathered {
  #bytes: Buffer;
  #length = 0;

  /**
   * @param expected bytes that may come, where that is known. Memory that nothing was written to costs nothing, and to move many
   * megabytes to a larger place holds the event loop.
   */
  constructor(expected = 0) {
    this.#bytes = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(first, this.#bytes.length * 2, length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** What has come so far. */
  take(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
