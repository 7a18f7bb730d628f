import { base } from '../api.ts';
import { freshToken } from '../session.ts';
import { tokenType } from '../storage/store.ts';

const protocol = 'own-tiles';
let isKnown = false;

/** The address of tiles of the product, as the engine takes it. @param path below the API, with {z}, {x} and {y} */
export const ownTiles = (path: string): string => `${protocol}:/${path}`;

/** Teaches the engine to fetch tiles of the product, whose calls want the session. */
export async function knowOwnTiles(): Promise<void> {
  const { addProtocol } = await import('./engine.ts');
  if (isKnown) return;
  isKnown = true;
  addProtocol(protocol, async ({ url }, { signal }) => {
    const answer = await fetch(base + url.slice(protocol.length + 2), {
      headers: { authorization: `${tokenType} ${await freshToken()}`, 'x-client': 'web' },
      signal,
    });
    if (!answer.ok) throw new Error(`A tile was answered ${answer.status}`);
    return { data: await answer.arrayBuffer() };
  });
}
