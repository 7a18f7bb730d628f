export interface OrganisationSeed {
  name: string;
  kind: 'COMPANY' | 'FAMILY' | 'PERSON';
  /** Two-letter state code, see states.ts. */
  state: string;
  city: string;
  pin: string;
  address?: string;
  gstin?: string;
}

/** Invented organisations of the demo profile; the GSTINs have the right form and belong to nobody. */
export const organisations: readonly OrganisationSeed[] = [
  {
    name: 'Sahyadri Logistics',
    kind: 'COMPANY',
    state: 'MH',
    city: 'Pune',
    pin: '411019',
    address: 'Shed 14, Transport Nagar, Nigdi',
    gstin: '27ZZZCS1234Z1ZU',
  },
  { name: 'Kulkarni family', kind: 'FAMILY', state: 'MH', city: 'Nashik', pin: '422005' },
  {
    name: 'Deccan Cold Chain',
    kind: 'COMPANY',
    state: 'TS',
    city: 'Hyderabad',
    pin: '500037',
    address: 'Plot 8, Auto Nagar, Sanath Nagar',
    gstin: '36ZZZCD5678Z1ZM',
  },
  { name: 'Lakshmi Iyer', kind: 'PERSON', state: 'TN', city: 'Chennai', pin: '600004' },
];
