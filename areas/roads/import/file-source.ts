import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { ByteSource } from './read/road-feature.ts';

/** A file on the disk, of which nothing is held. */
export function openSource(path: string): ByteSource & { close: () => void } {
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  return {
    length: size,
    read(from, most) {
      const bytes = Buffer.allocUnsafeSlow(Math.min(most, Math.max(0, size - from)));
      let read = 0;
      while (read < bytes.length) {
        const some = readSync(file, bytes, read, bytes.length - read, from + read);
        if (some === 0) break;
        read += some;
      }
      return bytes.subarray(0, read);
    },
    close: () => closeSync(file),
  };
}
