import { addresseesOf } from '#areas/identity/identity.server.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import { alarm } from '../alarm/alarm.contract.ts';
import type { alarmRule } from './alarm-rule.contract.ts';

/** A rule that would notify someone notifies someone. */
export const alarmRulePolicy: RowPolicy<typeof alarmRule> = {
  async complete(db, _writer, drafts) {
    for (const { values, messages } of drafts) {
      const { kind, personId, notify, treatment, orgId } = values;
      if (kind === 'SOS' && treatment === 'IGNORE') messages.treatment = 'An SOS is always recorded';
      else if (treatment === 'IGNORE' && notify !== 'NOBODY')
        messages.notify = 'An alarm that is not recorded notifies no one';
      if ((personId ?? null) === null || notify === 'NOBODY') continue;
      const told = await addresseesOf(db, { accounts: [personId as string], orgId, sees: alarm.path });
      if (!told.some(({ email }) => email !== null))
        messages.personId = 'Choose someone who can sign in and see alarms';
    }
  },
};
