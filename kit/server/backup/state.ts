import { Gauge, type Registry } from 'prom-client';
import type { Attention } from '../http/health.ts';
import type { Archiver } from './archiver.ts';

/** The promise: at most this much is lost when the machine is. */
const mostLossMs = 5 * 60_000;
/** A base backup may be late by so much before somebody has to see to it. */
const lateMs = 6 * 3_600_000;
/** Without a rhythm of its own the product expects one a week. */
const weekHours = 7 * 24;

const ageMs = (at: string | null, now: Date) =>
  at === null ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);

/**
 * What an operator has to see to.
 * @param startedAt when the archiver was started: it is given time to begin.
 */
export function backupAttention(archiver: Archiver, everyHours: number, startedAt: Date, now: Date): Attention[] {
  const { reachedAt, problem, baseAt, baseProblem } = archiver.status();
  const needed: Attention[] = [];
  const hasHadTime = now.getTime() - startedAt.getTime() > mostLossMs;
  if (ageMs(reachedAt, now) > mostLossMs && (reachedAt !== null || hasHadTime || problem))
    needed.push({
      name: 'backup_log_behind',
      text: `The backup has nothing written ${reachedAt ? `after ${reachedAt}` : 'so far'}: ${problem ?? 'it is slow'}`,
    });
  const limitMs = (everyHours || weekHours) * 3_600_000 + lateMs;
  if (baseProblem || (ageMs(baseAt, now) > limitMs && (baseAt !== null || hasHadTime)))
    needed.push({
      name: 'backup_old',
      text: `${baseAt ? `The last base backup is of ${baseAt}` : 'There is no base backup'}${baseProblem ? `: ${baseProblem}` : ''}`,
    });
  return needed;
}

/** Ages in seconds; no number while there is nothing that has an age. */
export function measureBackup(register: Registry, archiver: Archiver, now: () => Date): void {
  const age = (name: string, help: string, at: () => string | null) =>
    register.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          const since = at();
          this.set(since === null ? Number.NaN : ageMs(since, now()) / 1_000);
        },
      }),
    );
  age('backup_base_age_seconds', 'Time since the last base backup', () => archiver.status().baseAt);
  age('backup_log_age_seconds', 'What would be lost of the last writes', () => archiver.status().reachedAt);
}
