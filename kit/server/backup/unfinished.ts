import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A data folder holds this file while a restore fills it. */
export const unfinishedFile = 'restore-unfinished';

/** @throws Error of one line when a restore into this folder was broken off. */
export function refuseUnfinished(dataDir: string): void {
  if (existsSync(join(dataDir, unfinishedFile)))
    throw new Error(`The restore into ${dataDir} did not come to its end: repeat npm run restore`);
}
