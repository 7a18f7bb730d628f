import type { DriverState } from './driver.contract.ts';

export interface EmploymentAct {
  /** States it can be done in. */
  from: readonly DriverState[];
  to: 'NORMAL' | 'ON_LEAVE' | 'SUSPENDED' | 'EXITED';
  /** Ends what was given to them to drive, with these words in its history. */
  ends?: string;
  summary: string;
  done: string;
  refused: string;
}

const working: readonly DriverState[] = ['PENDING_VERIFICATION', 'AVAILABLE', 'ON_TRIP'];

/** What people can say of a driver. Everything else that a state says follows from papers and onboarding. */
export const driverActs = {
  leave: {
    from: working,
    to: 'ON_LEAVE',
    summary: 'Put a driver on leave; the vehicle stays assigned',
    done: 'The driver is on leave.',
    refused: 'Only active drivers can go on leave',
  },
  suspend: {
    from: [...working, 'ON_LEAVE'],
    to: 'SUSPENDED',
    ends: 'The driver was suspended',
    summary: 'Suspend a driver; the assigned vehicle is released',
    done: 'The driver is suspended.',
    refused: 'Only active drivers can be suspended',
  },
  exit: {
    from: [...working, 'INVITED', 'ONBOARDING', 'ON_LEAVE', 'SUSPENDED'],
    to: 'EXITED',
    ends: 'The driver left',
    summary:
      'Record that a driver left; the vehicle is released, and number and licence can be used by the next employer',
    done: 'The driver has left.',
    refused: 'This driver has already left',
  },
  return: {
    from: ['ON_LEAVE', 'SUSPENDED', 'EXITED'],
    to: 'NORMAL',
    summary: 'Reactivate a driver after leave, suspension or exit',
    done: 'The driver is back at work.',
    refused: 'This driver is not away',
  },
} as const satisfies Readonly<Record<string, EmploymentAct>>;
export type DriverAct = keyof typeof driverActs;

/** What can be said of a driver in a state. */
export const actsIn = (state: DriverState): DriverAct[] =>
  (Object.keys(driverActs) as DriverAct[]).filter((act) =>
    (driverActs[act].from as readonly DriverState[]).includes(state),
  );
