import type { StatutoryKind, StatutoryLimit, TypeLimits } from '#telematics/limits/resolve.ts';
import { dayNumber, type SpeedClass } from '#telematics/limits/rule.ts';
import { draftValues } from './draft-values.ts';
import { roadType } from './road-type.contract.ts';
import { statutoryLimit } from './statutory-limit.contract.ts';

/** The fields of a road type, and of a statutory limit, as forms send them before they are saved. */
export const roadTypeFields = Object.keys(roadType.fields);
export const statutoryFields = Object.keys(statutoryLimit.fields);

/** What was entered, or what is wrong with it by field. */
interface Draft<T> {
  fields: Record<string, string>;
  draft?: T & { name: string };
}

const km = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The limits of a road type that are not saved yet. */
export function readRoadTypeDraft(given: Readonly<Record<string, unknown>>): Draft<Omit<TypeLimits, 'version'>> {
  const { fields, values } = draftValues(roadType, given);
  if (Object.keys(fields).length > 0) return { fields };
  return {
    fields,
    draft: {
      name: String(values['name']),
      kind: (values['statutoryKind'] as StatutoryKind | undefined) ?? 'OTHER',
      limits: {
        M1: km(values['limitM1Kmh']),
        M2_M3: km(values['limitM2M3Kmh']),
        N: km(values['limitNKmh']),
        MOTORCYCLE: km(values['limitMotorcycleKmh']),
        QUADRICYCLE: km(values['limitQuadricycleKmh']),
        THREE_WHEELER: km(values['limitThreeWheelerKmh']),
      },
    },
  };
}

/** A limit of the law that is not saved yet. */
export function readStatutoryDraft(id: string, given: Readonly<Record<string, unknown>>): Draft<StatutoryLimit> {
  const { fields, values } = draftValues(statutoryLimit, given);
  if (Object.keys(fields).length > 0) return { fields };
  const { effectiveTo } = values;
  return {
    fields,
    draft: {
      id,
      name: String(values['name']),
      version: 0,
      kind: values['kind'] as StatutoryKind,
      speedClass: values['speedClass'] as SpeedClass,
      state: (values['state'] as string | null | undefined) ?? null,
      limitKmh: km(values['limitKmh']),
      fromDay: dayNumber(String(values['effectiveFrom'])),
      toDay: typeof effectiveTo === 'string' ? dayNumber(effectiveTo) : null,
    },
  };
}
