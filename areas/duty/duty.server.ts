import { groupsFilled } from '#areas/vehicles/vehicles.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { on } from '#kit/server/events.ts';
import { contract } from './duty.contract.ts';
import { groupVersionsPolicy, offDutyRulePolicy } from './rule/off-duty-rule.policy.ts';
import { keepVersions } from './rule/versions.store.ts';

// What other areas may use of this one.
export { isOffDutyBy } from './hiding/off-duty.rules.ts';
export {
  dutyFacts,
  dutyTables,
  hasDutyRules,
  hiddenSince,
  isHiddenFrom,
  offDutyMoments,
  onDuty,
} from './hiding/off-duty.store.ts';

/** When vehicles work, and what is hidden of them at other times. */
export const area: AreaServer = {
  contract,
  policies: () => ({ 'off-duty-rule': offDutyRulePolicy, 'vehicle-group': groupVersionsPolicy }),
  listeners: [on(groupsFilled, (db, writer, { groups }) => keepVersions(db, writer, { groups }))],
};
