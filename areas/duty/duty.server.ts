// What other areas may use of this one.
export { type IsOffDuty, isOffDutyBy } from './hiding/off-duty.rules.ts';
export { dutyFacts, dutyTables, hasDutyRules, isHiddenFrom, offDutyMoments, onDuty } from './hiding/off-duty.store.ts';
