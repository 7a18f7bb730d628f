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
}

/** The configuration that applies, of those that the transaction's scope may see. */
export async function configurationFor(db: Queryable, asked: ConfigurationAsked): Promise<Configuration | undefined> {
  const rows = await db.query<Omit<Configuration, 'fromDay' | 'toDay'> & { from: string; to: string | null }>(
    `select id, name, rule_version as version, scope, state, category_id as "categoryId", client_id as "orgId",
       statutory_tolerance_pct as "statutoryPct", company_buffer_kmh as "companyBufferKmh",
       effective_from::text as from, effective_to::text as to
     from speed_configuration where deleted_at is null and status = 1`,
  );
  const all = rows.map(({ from, to, ...row }) => ({
    ...row,
    fromDay: dayNumber(from),
    toDay: to === null ? null : dayNumber(to),
  }));
  return chooseConfiguration(all, asked);
}
