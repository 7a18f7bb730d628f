import { join } from 'node:path';
import { buildWeb } from '#tools/build-web.ts';

/** The products of two files that start at once would build the web app in the same folder. */
export async function setup(): Promise<void> {
  await buildWeb(join(import.meta.dirname, '../..'), console.log);
}
