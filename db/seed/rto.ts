import { officesByState } from './rto.data.ts';

export interface RtoSeed {
  /** Two letters of the state and the office's number: the first part of a number plate. */
  code: string;
  /** Two-letter state code, see states.ts. */
  state: string;
  district: string;
  name: string;
  /** UNIT: a series kept for a police, government or transport corporation fleet; SRTO: sub-divisional office. */
  kind: 'RTO' | 'ARTO' | 'DTO' | 'SRTO' | 'UNIT';
}

/** The 1,215 registering authorities whose place at least two public lists agree on, in the order of their codes. */
export const rtoOffices: readonly RtoSeed[] = Object.entries(officesByState)
  .flatMap(([state, districts]) =>
    Object.entries(districts).flatMap(([district, offices]) =>
      offices.map(
        ([number, name, kind]): RtoSeed => ({ code: state + number, state, district, name, kind: kind ?? 'RTO' }),
      ),
    ),
  )
  .sort((a, b) => (a.code < b.code ? -1 : 1));

/**
 * Ladakh's own two, given out since 2019. The lists agree on the codes and not on which of the two is Leh; this is how the
 * plates of the reference data read them.
 */
export const ladakhOffices: readonly RtoSeed[] = [
  { code: 'LA01', state: 'LA', district: 'Leh', name: 'Leh', kind: 'RTO' },
  { code: 'LA02', state: 'LA', district: 'Kargil', name: 'Kargil', kind: 'RTO' },
];
