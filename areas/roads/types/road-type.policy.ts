import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { groundsChanged } from '../roads.events.ts';
import type { roadType } from './road-type.contract.ts';
import { roadsOfType } from './road-types.store.ts';

const judgedBy = [
  'statutoryKind',
  'limitM1Kmh',
  'limitM2M3Kmh',
  'limitNKmh',
  'limitMotorcycleKmh',
  'limitQuadricycleKmh',
  'limitThreeWheelerKmh',
] as const;

export const roadTypePolicy: RowPolicy<typeof roadType> = {
  async after(db, writer, change, row) {
    if (change.action !== 'update') return;
    const { before, values } = change;
    if (judgedBy.every((name) => (before[name] ?? null) === (values[name] ?? null))) return;
    await groundsChanged.raise(db, writer, {
      cause: 'ROAD_TYPE',
      recordId: row.id,
      title: row.name,
      roadIds: await roadsOfType(db, row.id),
      near: null,
      orgId: null,
      fromDay: null,
    });
  },
  async complete(_, __, drafts) {
    for (const { values } of drafts) values.statutoryKind ??= 'OTHER';
  },
};
