import { join } from 'node:path';
import { openFileStore } from '#kit/server/files/store.ts';
import { type Key, type KeyUse, loadKey } from '#kit/server/keys.ts';
import { noRelay } from '#kit/server/live/relay.ts';
import { createSealedTexts } from '#kit/server/sealed.ts';
import { openRooms } from '#kit/server/turns/rooms.ts';
import type { ProductOptions } from '../options.ts';
import { refuseBypass } from '../runtime-role.ts';

/** What everything else stands on: database, clock, log, keys and files. */
export type Base = Awaited<ReturnType<typeof openBase>>;

/** @throws Error of one line when the database lets this role past row security, or a key is not the database's. */
export async function openBase({ database, clock, dataDir, alone, fileKey, ...options }: ProductOptions) {
  const log = (line: string) => void (options.log && options.log.warn(line));
  const rooms = openRooms(database, log, options.tracing?.statement);
  const { db } = rooms;
  await refuseBypass(db);
  const keyFor = (use: KeyUse): Promise<Key> => loadKey(db, dataDir, use, log);
  const master = await keyFor({
    name: 'files.key',
    loss: 'stored files and encrypted numbers cannot be read',
    given: fileKey === undefined ? undefined : { value: fileKey, setting: 'FILE_KEY' },
  });
  const files = await openFileStore({
    directory: join(dataDir, 'files'),
    masterKey: master.key,
    keyId: master.keyId,
    db,
    clock,
    log,
  });
  const sealed = createSealedTexts(master.key);
  // Nobody else loads the client of a server that they do not have.
  const relay = options.natsUrl
    ? (await import('#kit/server/live/nats-relay.ts')).createNatsRelay(options.natsUrl, log)
    : noRelay;
  return { relay, db, rooms, clock, dataDir, alone, log, files, masterKey: master.key, keyFor, sealed };
}
