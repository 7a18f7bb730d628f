import type { AreaServer } from '#kit/server/area.ts';
import { addAcknowledge } from './alarm/acknowledge.routes.ts';
import { alarmPolicy } from './alarm/alarm.policy.ts';
import { contract } from './alarms.contract.ts';
import { deviceAlarm, urgentAlarm } from './alarms.topics.ts';
import { alarmRulePolicy } from './rule/alarm-rule.policy.ts';
import { newAlarms } from './work/work.store.ts';

// What the product puts together.
export { createAlarmFollower } from './follow/alarm-follower.ts';

/** Alarms of devices: recorded, told as rules have it, and acknowledged. */
export const area: AreaServer = {
  contract,
  topics: [deviceAlarm, urgentAlarm],
  routes: (app, { kit }) => addAcknowledge(app, kit),
  work: [newAlarms],
  policies: () => ({ alarm: alarmPolicy, 'alarm-rule': alarmRulePolicy }),
};
