import type { Registry } from 'prom-client';
import { version } from './version.ts';
import { startArchiver } from '#kit/server/backup/archiver.ts';
import { dropSlots } from '#kit/server/backup/slot.ts';
import { backupAttention, measureBackup } from '#kit/server/backup/state.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { Attention } from '#kit/server/http/health.ts';
import type { PostgresServer } from '#kit/server/postgres/launcher.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import type { Config } from './config.ts';

export interface Backups {
  attention(): Attention[];
  measure(register: Registry): void;
  /** Before the database stops. */
  stop(): Promise<void>;
}

const none: Backups = { attention: () => [], measure: () => undefined, stop: async () => undefined };

/** Carries the writes of the built-in database to the backup, when there is to be one. Says in a line which it is. */
export async function openBackups(
  config: Pick<Config, 'backup' | 'dataDir'>,
  server: PostgresServer | undefined,
  clock: Clock,
  say: (line: string) => void,
): Promise<Backups> {
  const { backup, dataDir } = config;
  if (!server) {
    if (backup)
      say('backup: of the database by the tools of your PostgreSQL; npm run backup saves keys and stored files');
    return none;
  }
  if (!backup) {
    // Without an archive to go to, the log of writes would be kept until the disk is full.
    await withClient(server.superuser, dropSlots);
    return none;
  }
  const { place, keep, everyHours } = backup;
  const { superuser, clusterDir } = server;
  const startedAt = clock.now();
  const archiver = startArchiver(
    { superuser, dataDir, clusterDir, place, keep, everyHours, program: version },
    (line) => say(line),
  );
  return {
    attention: () => backupAttention(archiver, everyHours, startedAt, clock.now()),
    measure: (register) => measureBackup(register, archiver, () => clock.now()),
    stop: () => archiver.stop(),
  };
}
