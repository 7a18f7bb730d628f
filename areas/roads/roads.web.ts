import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './roads.contract.ts';

export const web: AreaWeb = {
  contract,
  toasts: {
    'POST /speed-configuration': 'toast.speed-configuration.created',
    'PUT /speed-configuration/{id}': 'toast.speed-configuration.updated',
    'DELETE /speed-configuration/{id}': 'toast.speed-configuration.deleted',
  },
};
