import { Readable } from 'node:stream';

type Piece = string | Buffer;

/**
 * A body whose first pieces are read before the answer begins: a database that is away is still a 503 then.
 * @returns undefined when there are none.
 */
export async function streamed(source: AsyncGenerator<Piece>, pieces: number): Promise<Readable | undefined> {
  const first: Piece[] = [];
  while (first.length < pieces) {
    const next = await source.next();
    if (next.done) break;
    first.push(next.value);
  }
  return first.length === 0 ? undefined : Readable.from(joined(first, source), { objectMode: false });
}

async function* joined(first: readonly Piece[], rest: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield* first;
  yield* rest;
}
