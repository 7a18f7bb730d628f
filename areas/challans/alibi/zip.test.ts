import { expect, it } from 'vitest';
import { fromBuffer } from 'yauzl';
import { zipOf } from './zip.ts';

it('a reader of zips finds each file as it was, whatever its name', async () => {
  const files = [
    { name: 'letter.txt', bytes: Buffer.from('Sir or Madam,\n'.repeat(40)) },
    { name: 'जगह.csv', bytes: Buffer.from('1,2\r\n') },
    { name: 'empty', bytes: Buffer.alloc(0) },
  ];
  const read: Record<string, string> = {};
  await new Promise<void>((resolve, reject) => {
    fromBuffer(zipOf(files), { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('entry', (entry) => {
        zip.openReadStream(entry, (failed, stream) => {
          if (failed) return reject(failed);
          const pieces: Buffer[] = [];
          stream.on('data', (piece: Buffer) => pieces.push(piece));
          stream.on('end', () => {
            read[String(entry.fileName)] = Buffer.concat(pieces).toString('utf8');
            zip.readEntry();
          });
        });
      });
      zip.on('end', resolve);
      zip.on('error', reject);
      zip.readEntry();
    });
  });
  expect(read).toEqual(Object.fromEntries(files.map(({ name, bytes }) => [name, bytes.toString('utf8')])));
  expect(zipOf(files).equals(zipOf(files))).toBe(true);
});
