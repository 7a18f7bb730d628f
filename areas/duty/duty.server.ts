import { groupsFilled } from '#areas/vehicles/vehicles.server.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { contract } from './duty.contract.ts';
import { offDutyHides, offDutyShows } from './duty.topics.ts';
import { groupVersionsPolicy, offDutyRulePolicy } from './rule/off-duty-rule.policy.ts';
import { keepVersions } from './rule/versions.store.ts';
import { driversTask } from './tell/drivers.job.ts';
import { driversJob } from './tell/tell-change.ts';
import { changesJob, changesTask } from './tell/tell-many.ts';

// What other areas may use of this one.
export { isOffDutyBy } from './hiding/off-duty.rules.ts';
export {
  dutyFacts,
  dutyTables,
  everHadDutyRules,
  hasDutyRules,
  hiddenCarried,
  hiddenSince,
  isHiddenFrom,
  offDutyMoments,
  onDuty,
} from './hiding/off-duty.store.ts';

/** When vehicles work, and what is hidden of them at other times. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: [offDutyShows, offDutyHides],
  policies: ({ clock }) => ({ 'off-duty-rule': offDutyRulePolicy(clock), 'vehicle-group': groupVersionsPolicy }),
  jobs: ({ mail }) => ({ [driversJob]: driversTask(mail), [changesJob]: changesTask }),
  listeners: [on(groupsFilled, (db, writer, { groups }) => keepVersions(db, writer, { groups }))],
};
