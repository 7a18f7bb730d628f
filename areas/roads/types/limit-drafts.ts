import type { StatutoryLimit, TypeLimits } from '#telematics/limits/resolve.ts';
import { dayNumber } from '#telematics/limits/rule.ts';
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

/** The limits of a road type that are not saved yet. */
export function readRoadTypeDraft(given: Readonly<Record<string, unknown>>): Draft<Omit<TypeLimits, 'version'>> {
  const { fields, values } = draftValues(roadType, given);
  if (Object.keys(fields).length > 0) return { fields };
  return {
    fields,
    draft: {
      name: values.name,
      kind: values.statutoryKind ?? 'OTHER',
      limits: {
        M1: values.limitM1Kmh ?? null,
        M2_M3: values.limitM2M3Kmh ?? null,
        N: values.limitNKmh ?? null,
        MOTORCYCLE: values.limitMotorcycleKmh ?? null,
        QUADRICYCLE: values.limitQuadricycleKmh ?? null,
        THREE_WHEELER: values.limitThreeWheelerKmh ?? null,
      },
    },
  };
}

/** A limit of the law that is not saved yet. */
export function readStatutoryDraft(id: string, given: Readonly<Record<string, unknown>>): Draft<StatutoryLimit> {
  const { fields, values } = draftValues(statutoryLimit, given);
  if (Object.keys(fields).length > 0) return { fields };
  return {
    fields,
    draft: {
      id,
      name: values.name,
      version: 0,
      kind: values.kind,
      speedClass: values.speedClass,
      state: values.state ?? null,
      limitKmh: values.limitKmh ?? null,
      fromDay: dayNumber(values.effectiveFrom),
      toDay: values.effectiveTo ? dayNumber(values.effectiveTo) : null,
    },
  };
}
