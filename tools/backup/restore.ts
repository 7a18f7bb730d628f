import '../node-version.ts';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#apps/server/config.ts';
import { restore, type Restored } from '#kit/server/backup/restore.ts';

// Restores a backup into an empty DATA_DIR. Ends with 0, or with 1 and one line that says why not.

const say = (line: string) => process.stdout.write(`${line}\n`);
const number = new Intl.NumberFormat('en-IN');

function readTime(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  const time = new Date(text);
  if (!isWhole || Number.isNaN(time.getTime()))
    throw new Error(`--to-time must be a time with its zone, like 2026-11-24T15:30:00+05:30, not '${text}'`);
  return time;
}

/** From a file, the environment, or the person at the keyboard. */
async function recoveryKey(file: string | undefined): Promise<string> {
  if (file !== undefined)
    return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      throw new Error(`Cannot read ${file} (${error.code})`, { cause: error });
    });
  const given = process.env['BACKUP_RECOVERY_KEY'];
  if (given) return given;
  if (!process.stdin.isTTY)
    throw new Error('The recovery key is needed: --key-file FILE, or the variable BACKUP_RECOVERY_KEY');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await lines.question('Recovery key: ');
  } finally {
    lines.close();
  }
}

function summary(
  { base, reachesTo, findings, lastCommit, putAside, files }: Restored,
  to: Date | undefined,
  dataDir: string,
) {
  const lines = [`restored the backup ${base.id} into ${dataDir}: keys, ${number.format(files)} stored files`];
  if (findings) {
    lines.push(`database: ${findings.tables} tables with ${number.format(findings.rows)} rows, every page read`);
    lines.push(
      `as it was at ${to ? to.toISOString() : reachesTo}; last change ${lastCommit ?? `before ${base.finishedAt}`}`,
    );
    if (findings.filesWithoutBytes > 0)
      lines.push(`${number.format(findings.filesWithoutBytes)} stored files have no bytes and cannot be opened`);
  } else lines.push('The database is your own: restore it with its tools.');
  if (putAside) lines.push(`what was there before is in ${putAside}: remove it when all is well`);
  lines.push('Start Roadkeeper as usual, then prove the history with npm run history:verify.');
  return lines;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      'to-time': { type: 'string' },
      'key-file': { type: 'string' },
      replace: { type: 'boolean' },
      incomplete: { type: 'boolean' },
    },
  });
  const { dataDir, backup } = readConfig(process.env, { demo: false });
  const place = values.from ? resolve(values.from) : backup?.place;
  if (!place) throw new Error('Say where the backups are: npm run restore -- --from /mnt/backup');
  const to = readTime(values['to-time']);
  const restored = await restore({
    place,
    dataDir,
    to,
    recoveryKey: await recoveryKey(values['key-file']),
    replace: values.replace ?? false,
    incomplete: values.incomplete ?? false,
    log: say,
  });
  for (const line of summary(restored, to, dataDir)) say(line);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`Not restored: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
