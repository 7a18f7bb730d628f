import type { AreaWeb } from '#kit/web/area.ts';
import { contract } from './offices.contract.ts';

export const web: AreaWeb = {
  contract,
  toasts: {
    'POST /rto': 'toast.rto.created',
    'PUT /rto/{id}': 'toast.rto.updated',
    'DELETE /rto/{id}': 'toast.rto.deleted',
  },
};
