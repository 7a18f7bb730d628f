import { join } from 'node:path';
import { openDatabase } from '#kit/server/db/database.ts';
import { loadMasterKey } from '#kit/server/files/seal.ts';
import { openFileStore } from '#kit/server/files/store.ts';
import { createSealedTexts } from '#kit/server/sealed.ts';
import type { ProductOptions } from '../options.ts';
import { refuseBypass } from '../runtime-role.ts';

/** What everything else stands on: database, clock, log, keys and files. */
export type Base = Awaited<ReturnType<typeof openBase>>;

/** @throws Error of one line when the database lets this role past row security. */
export async function openBase({ database, clock, dataDir, alone, fileKey, ...options }: ProductOptions) {
  const log = (line: string) => void (options.log && options.log.warn(line));
  const db = openDatabase(database, { log });
  await refuseBypass(db);
  const master = await loadMasterKey(join(dataDir, 'keys'), fileKey);
  const files = await openFileStore({
    directory: join(dataDir, 'files'),
    masterKey: master.key,
    keyId: master.keyId,
    db,
    clock,
    log,
  });
  return { db, clock, dataDir, alone, log, files, masterKey: master.key, sealed: createSealedTexts(master.key) };
}
