import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './incidents.contract.ts';

export const web: AreaWeb = {
  contract,
  work: {
    'incidents-open': {
      title: 'incidents.work.title',
      unit: 'incidents.work.unit',
      parts: { raised: 'incidents.work.raised' },
    },
  },
};
