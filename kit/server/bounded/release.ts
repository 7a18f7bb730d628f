/**
 * Gives the memory of many bytes back at once. Left to the collection of garbage, which sees only how small their wrappers are, those
 * of several uploads lie about at a time. Nobody may use them any more: no write of them may be under way.
 */
export function release(bytes: Uint8Array): void {
  const { buffer } = bytes;
  // Small ones may share their memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize && !buffer.detached) buffer.transfer(0);
}
