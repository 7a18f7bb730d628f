import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { roadType } from './road-type.contract.ts';

export const roadTypePolicy: RowPolicy<typeof roadType> = {
  async complete(_, __, drafts) {
    for (const { values } of drafts) values.statutoryKind ??= 'OTHER';
  },
};
