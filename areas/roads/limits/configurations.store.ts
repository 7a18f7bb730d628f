import type { Queryable } from '#kit/server/db/database.ts';
import {
  chooseConfiguration,
  type ConfigurationAsked,
  type ConfigurationScope,
} from '#telematics/limits/configuration.ts';
import { dayNumber } from '#telematics/limits/rule.ts';

export interface Configuration extends ConfigurationScope {
  name: string;
  version: number;
  statutoryPct: number;
  companyBufferKmh: number;
  minDurationS: number;
  minPoints: number;
  maxAccuracyM: number;
  maxPlausibleKmh: number;
  gapS: number;
  minorFromKmh: number;
  majorFromKmh: number;
  criticalFromKmh: number;
  /** AUTO: what passed every check is confirmed without a reviewer. */
  reviewMode: 'MANUAL' | 'AUTO';
}

/** Active configurations of all days, of those that the transaction's scope may see. */
export async function readConfigurations(db: Queryable): Promise<Configuration[]> {
  const rows = await db.query<Omit<Configuration, 'fromDay' | 'toDay'> & { from: string; to: string | null }>(
    `select id, name, rule_version as version, scope, state, category_id as "categoryId", client_id as "orgId",
       statutory_tolerance_pct as "statutoryPct", company_buffer_kmh as "companyBufferKmh", min_duration_s as "minDurationS", min_points as "minPoints",
       max_accuracy_m as "maxAccuracyM", max_plausible_kmh as "maxPlausibleKmh", gap_s as "gapS", minor_from_kmh as "minorFromKmh",
       major_from_kmh as "majorFromKmh", critical_from_kmh as "criticalFromKmh", review_mode as "reviewMode",
       effective_from::text as from, effective_to::text as to
     from speed_configuration where deleted_at is null and status = 1`,
  );
  return rows.map(({ from, to, ...row }) => ({
    ...row,
    fromDay: dayNumber(from),
    toDay: to === null ? null : dayNumber(to),
  }));
}

/** The configuration that applies. */
export const configurationFor = async (db: Queryable, asked: ConfigurationAsked): Promise<Configuration | undefined> =>
  chooseConfiguration(await readConfigurations(db), asked);
