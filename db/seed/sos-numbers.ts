export interface SosSeed {
  number: string;
  name: string;
  kind: 'ERSS' | 'POLICE' | 'FIRE' | 'AMBULANCE' | 'HIGHWAY' | 'TRAFFIC' | 'WOMEN' | 'CHILD' | 'HEALTH';
  /** Two letters of the state; null where it holds all over India. */
  state: string | null;
  priority: number;
  note: string | null;
}

/** Emergency numbers. 112 answers everywhere; the others are older or answer for one need. */
export const sosNumbers: readonly SosSeed[] = [
  { number: '112', name: 'Emergency response (ERSS)', kind: 'ERSS', state: null, priority: 1, note: null },
  {
    number: '100',
    name: 'Police',
    kind: 'POLICE',
    state: null,
    priority: 10,
    note: 'Older number; 112 leads there too.',
  },
  {
    number: '101',
    name: 'Fire service',
    kind: 'FIRE',
    state: null,
    priority: 10,
    note: 'Older number; 112 leads there too.',
  },
  { number: '102', name: 'Ambulance', kind: 'AMBULANCE', state: null, priority: 11, note: null },
  {
    number: '108',
    name: 'Ambulance and disaster',
    kind: 'AMBULANCE',
    state: null,
    priority: 10,
    note: 'Answered in most states.',
  },
  {
    number: '1033',
    name: 'National highways helpline',
    kind: 'HIGHWAY',
    state: null,
    priority: 5,
    note: 'Accidents and breakdowns on national highways.',
  },
  {
    number: '1073',
    name: 'Traffic police and road accidents',
    kind: 'TRAFFIC',
    state: null,
    priority: 12,
    note: 'Answered in some states only; ask your traffic police.',
  },
  { number: '181', name: 'Women’s helpline', kind: 'WOMEN', state: null, priority: 10, note: null },
  {
    number: '1090',
    name: 'Women’s helpline of the police',
    kind: 'WOMEN',
    state: null,
    priority: 20,
    note: 'Kept by some state police forces.',
  },
  { number: '1098', name: 'Childline', kind: 'CHILD', state: null, priority: 10, note: null },
  { number: '1097', name: 'AIDS helpline', kind: 'HEALTH', state: null, priority: 30, note: null },
  { number: '1094', name: 'Missing children and women', kind: 'WOMEN', state: 'DL', priority: 20, note: null },
  { number: '1096', name: 'Crime against women', kind: 'WOMEN', state: 'DL', priority: 20, note: null },
];
