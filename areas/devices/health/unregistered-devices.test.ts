import { expect, test } from 'vitest';
import { unreachableDatabase } from '#kit/server/testing/unreachable.ts';
import { createUnregisteredDevices } from './unregistered-devices.store.ts';

test('names of strangers do not pile up while the database is away', async () => {
  const db = await unreachableDatabase();
  const devices = createUnregisteredDevices(db);
  for (let round = 0; round < 5; round += 1) {
    // What arrives while a write is under way has room of its own.
    for (let at = 0; at < 1_000; at += 1) devices.note('h02', `first ${round} ${at}`, '127.0.0.1', 0);
    const writing = devices.write();
    for (let at = 0; at < 1_000; at += 1) devices.note('h02', `second ${round} ${at}`, '127.0.0.1', 0);
    await expect(writing).rejects.toThrow('The database is not available');
  }
  expect(devices.waiting).toBe(1_000);
  await db.close();
});
