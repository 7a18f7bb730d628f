import type { AreaContract } from '#kit/contract/area.ts';
import { alarm } from './alarm/alarm.contract.ts';
import { alarmRule } from './rule/alarm-rule.contract.ts';

export const contract: AreaContract = { name: 'alarms', catalogues: [alarm, alarmRule] };
