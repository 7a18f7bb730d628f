import * as z from 'zod/mini';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { roadType } from './road-type.contract.ts';
import { keepVersion, versionsOfType } from './road-type-versions.store.ts';
import { isUsed } from './road-types.store.ts';

const judgedBy = [
  'statutoryKind',
  'limitM1Kmh',
  'limitM2M3Kmh',
  'limitNKmh',
  'limitMotorcycleKmh',
  'limitQuadricycleKmh',
  'limitThreeWheelerKmh',
] as const;

const isOther = (before: RowOf<typeof roadType>, values: Readonly<ValuesOf<typeof roadType>>): boolean =>
  judgedBy.some((name) => (before[name] ?? null) !== (values[name] ?? null));

const kmh = z.nullable(z.int());
const versionSchema = z.strictObject({
  version: z.int(),
  /** The last day on which it was in force. */
  toDay: z.string(),
  kind: z.string(),
  limits: z.strictObject({ M1: kmh, M2_M3: kmh, N: kmh, MOTORCYCLE: kmh, QUADRICYCLE: kmh, THREE_WHEELER: kmh }),
});

/**
 * Limits of a type that roads have begin on the day after they were changed; until then, and for all days before, what it was stays in force.
 * The limits of a type that no road has simply change.
 */
export const roadTypePolicy: RowPolicy<typeof roadType> = {
  details: {
    schema: { versions: z.array(versionSchema) },
    read: async (db, _, { id }) => ({ versions: await versionsOfType(db, id) }),
  },
  async after(db, writer, change, row) {
    if (change.action !== 'update' || !isOther(change.before, change.values)) return;
    if (await isUsed(db, row.id)) await keepVersion(db, row.id, change.before, indiaDay(writer.now));
  },
  async complete(db, writer, drafts) {
    for (const { before, values, warnings } of drafts) {
      values.statutoryKind ??= 'OTHER';
      if (before && isOther(before, values) && (await isUsed(db, before.id)))
        warnings.push(
          `The new limits apply from ${dayInWords(addDays(indiaDay(writer.now), 1))}. Until then, and for past days, the earlier ones apply`,
        );
    }
  },
};
