import { dayNumber } from '#telematics/limits/rule.ts';
import type { Configuration } from '../limits/configurations.store.ts';
import { draftValues } from './draft-values.ts';
import { speedConfiguration } from './speed-configuration.contract.ts';
import { checkSpeedConfiguration } from './speed-configuration.rules.ts';

/** The fields of a speed configuration as forms send them before it is saved. */
export const configurationFields = Object.keys(speedConfiguration.fields);

/** A speed configuration that is not saved yet, or what is wrong with it by field. */
export function readConfigurationDraft(
  id: string,
  given: Readonly<Record<string, unknown>>,
): { fields: Record<string, string>; draft?: Configuration } {
  const { fields, values } = draftValues(speedConfiguration, given);
  if (Object.keys(fields).length === 0) Object.assign(fields, checkSpeedConfiguration(values));
  if (Object.keys(fields).length > 0) return { fields };
  const { effectiveFrom, effectiveTo, clientId, statutoryTolerancePct, ...row } = values;
  return {
    fields,
    draft: {
      id,
      name: row.name,
      version: 0,
      scope: row.scope,
      state: row.state ?? null,
      categoryId: row.categoryId ?? null,
      orgId: clientId ?? null,
      statutoryPct: statutoryTolerancePct,
      companyBufferKmh: row.companyBufferKmh,
      minDurationS: row.minDurationS,
      minPoints: row.minPoints,
      maxAccuracyM: row.maxAccuracyM,
      maxPlausibleKmh: row.maxPlausibleKmh,
      gapS: row.gapS,
      minorFromKmh: row.minorFromKmh,
      majorFromKmh: row.majorFromKmh,
      criticalFromKmh: row.criticalFromKmh,
      reviewMode: row.reviewMode,
      fromDay: dayNumber(effectiveFrom),
      toDay: effectiveTo ? dayNumber(effectiveTo) : null,
    },
  };
}
