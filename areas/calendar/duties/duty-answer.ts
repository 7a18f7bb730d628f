import type { DutySource } from '#kit/server/areas/duties.ts';
import type { Session } from '#kit/server/sessions/session.ts';
import type { DutyAnswer } from '../calendar-answers.contract.ts';
import type { Duty } from './duties.store.ts';

/** What is to be done about a duty, in words. */
export const stepOf = (duty: Pick<Duty, 'kind' | 'step'>, sources: readonly DutySource[], session: Session): string =>
  sources.find(({ key }) => key === duty.kind)?.steps(session)[duty.step] ?? '';

/** A duty as a list shows it on a day. */
export const dutyOf = (duty: Duty, sources: readonly DutySource[], session: Session, today: string): DutyAnswer => ({
  key: duty.key,
  kind: duty.kind,
  day: duty.day,
  daysLeft: Math.round((Date.parse(duty.day) - Date.parse(today)) / 86_400_000),
  what: duty.what,
  detail: duty.detail,
  subject: duty.subject,
  isPlate: duty.isPlate,
  plateUse: duty.plateUse,
  vehicleId: duty.vehicleId,
  org: { id: duty.orgId, label: duty.org },
  state: duty.state,
  step: stepOf(duty, sources, session),
  to: duty.to,
  reminded: [...duty.reminded],
});
