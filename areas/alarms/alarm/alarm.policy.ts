import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { alarm } from './alarm.contract.ts';

/** Devices write alarms. People acknowledge them by a call of its own, and change nothing. */
export const alarmPolicy: RowPolicy<typeof alarm> = { rights: () => ['view', 'export'] };
