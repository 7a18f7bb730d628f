import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import * as z from 'zod/mini';
import { offDutyMoments } from '#areas/duty/duty.server.ts';
import type { alarm } from './alarm.contract.ts';

/** Devices write alarms. People acknowledge them by a call of its own, and change nothing. */
export const alarmPolicy: RowPolicy<typeof alarm> = {
  rights: () => ['view', 'export'],
  details: {
    schema: { isOffDuty: z.boolean() },
    // Of a vehicle that was off duty no place was written down.
    async read(db, _, { lat, vehicleId, lastAt }) {
      if (lat !== null || !vehicleId) return { isOffDuty: false };
      const [isOffDuty = false] = await offDutyMoments(db, [{ vehicleId, at: Date.parse(lastAt) }]);
      return { isOffDuty };
    },
  },
};
