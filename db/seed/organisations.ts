export interface OrganisationSeed {
  name: string;
  kind: 'COMPANY' | 'FAMILY';
  /** Two-letter state code, see states.ts. */
  state: string;
}

/** Invented organisations of the demo profile. */
export const organisations: readonly OrganisationSeed[] = [
  { name: 'Sahyadri Logistics', kind: 'COMPANY', state: 'MH' },
  { name: 'Kulkarni family', kind: 'FAMILY', state: 'MH' },
];
