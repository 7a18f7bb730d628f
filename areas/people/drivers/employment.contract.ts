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
    summary: 'A driver goes on leave; the vehicle stays theirs, and does not run with them meanwhile',
    done: 'The driver is on leave.',
    refused: 'Only somebody who works can go on leave',
  },
  suspend: {
    from: [...working, 'ON_LEAVE'],
    to: 'SUSPENDED',
    ends: 'The driver was suspended',
    summary: 'Suspend a driver; the vehicle that was given to them is free again',
    done: 'The driver is suspended.',
    refused: 'Only somebody who works here can be suspended',
  },
  exit: {
    from: [...working, 'INVITED', 'ONBOARDING', 'ON_LEAVE', 'SUSPENDED'],
    to: 'EXITED',
    ends: 'The driver left',
    summary: 'A driver leaves; the vehicle is free again, and so are number and licence for their next employer',
    done: 'The driver has left.',
    refused: 'This driver has left already',
  },
  return: {
    from: ['ON_LEAVE', 'SUSPENDED', 'EXITED'],
    to: 'NORMAL',
    summary: 'A driver comes back from leave, from a suspension, or to work here again',
    done: 'The driver is back.',
    refused: 'This driver is not away',
  },
} as const satisfies Readonly<Record<string, EmploymentAct>>;
export type DriverAct = keyof typeof driverActs;

/** What can be said of a driver in a state. */
export const actsIn = (state: DriverState): DriverAct[] =>
  (Object.keys(driverActs) as DriverAct[]).filter((act) =>
    (driverActs[act].from as readonly DriverState[]).includes(state),
  );
