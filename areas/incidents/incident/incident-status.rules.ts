import { type IncidentState, openStates } from './incident-states.contract.ts';

export const isOpen = (state: IncidentState): boolean => (openStates as readonly IncidentState[]).includes(state);

/** What staff do about an incident. */
export type IncidentAct = 'acknowledge' | 'call' | 'send' | 'resolve' | 'falseAlarm';

/** What an act makes of an incident; null where it cannot be done. Whoever calls or sends somebody has acknowledged it by that. */
export function afterAct(state: IncidentState, act: IncidentAct): IncidentState | null {
  if (!isOpen(state)) return null;
  switch (act) {
    case 'acknowledge':
      return state === 'RAISED' ? 'ACKNOWLEDGED' : null;
    case 'call':
      return state === 'RESPONDER_SENT' ? state : 'CONTACTED';
    case 'send':
      return 'RESPONDER_SENT';
    case 'resolve':
      return 'RESOLVED';
    case 'falseAlarm':
      return 'FALSE_ALARM';
  }
}

/** Nobody acknowledges: it is told again, to more people, so often and so many times. */
export const escalateAfterMs = 60_000;
export const mostEscalations = 5;

/** What a device sent later than this says nothing of what happens now. */
export const tooLateMs = 24 * 3_600_000;
