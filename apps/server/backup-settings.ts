import { isAbsolute, relative } from 'node:path';

export interface BackupSettings {
  /** Folder, on another disk. */
  place: string;
  /** Base backups that are kept. */
  keep: number;
  /** Hours between the base backups that the product makes by itself; 0: none. */
  everyHours: number;
}

/**
 * Reads BACKUP_DIR, BACKUP_KEEP and BACKUP_EVERY_HOURS.
 * @throws Error of one line naming what is wrong.
 */
export function readBackup(value: (name: string) => string | undefined, dataDir: string): BackupSettings | undefined {
  const place = value('BACKUP_DIR');
  const keep = value('BACKUP_KEEP') ?? '7';
  const everyHours = value('BACKUP_EVERY_HOURS') ?? '24';
  if (!/^[1-9]\d{0,2}$/.test(keep)) throw new Error(`BACKUP_KEEP must be a whole number from 1 to 999, not '${keep}'`);
  if (!/^\d{1,3}$/.test(everyHours))
    throw new Error(`BACKUP_EVERY_HOURS must be a whole number from 0 to 999, not '${everyHours}'`);
  if (place === undefined) return undefined;
  if (!isAbsolute(place)) throw new Error(`BACKUP_DIR must be a whole path like /mnt/backup, not '${place}'`);
  const within = relative(dataDir, place);
  if (within === '' || !within.startsWith('..'))
    throw new Error(`BACKUP_DIR lies in DATA_DIR, and would be lost with it: give it a folder on another disk`);
  return { place, keep: Number(keep), everyHours: Number(everyHours) };
}
