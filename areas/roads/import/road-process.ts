import { serveIsolated } from '#kit/server/isolated/child.ts';
import { openSource } from './file-source.ts';
import { readInPieces } from './read-pieces.ts';

/** What the reader is told: the file, and the state of roads that no town is near. */
export interface ReadOrder {
  path: string;
  elsewhere: string | null;
}

function* read(_: Buffer, { path, elsewhere }: ReadOrder) {
  const source = openSource(path);
  try {
    return yield* readInPieces(source, elsewhere);
  } finally {
    source.close();
  }
}

serveIsolated(read);
