import type { RequestStatus } from '#areas/helpdesk/tickets/request-status.rules.ts';

/** People of the demo by the beginning of their address. */
type Who = 'client' | 'deccan' | 'kulkarni' | 'operations' | 'support' | 'insurance' | 'safety' | 'finance';

/** Something that happened to a ticket, so many hours before the demo's first start. */
export interface DemoStep {
  hoursAgo: number;
  by: Who;
  /** To the customer, or of the customer. */
  say?: string;
  note?: string;
  /** What it is forwarded to. */
  team?: string;
  to?: RequestStatus;
  takes?: true;
  rates?: number;
}
export interface DemoTicket {
  organisation: string;
  by: Who;
  hoursAgo: number;
  category: string;
  priority: 'LOW' | 'NORMAL' | 'HIGH' | 'URGENT';
  subject: string;
  description: string;
  /** The how manyth record of the organisation it is about. */
  about?: Partial<Record<'vehicle' | 'driver' | 'policy' | 'challan' | 'device' | 'document' | 'fee', number>>;
  steps: readonly DemoStep[];
}

const sahyadri = 'Sahyadri Logistics';

/** Questions of the demo in every state, about its records. */
export const demoTickets: readonly DemoTicket[] = [
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 1,
    category: 'Policy',
    priority: 'HIGH',
    subject: 'Insurer says the claim papers are unreadable',
    description:
      'The surveyor rejected the RC and the estimate as too faint. The truck is standing in Chakan and we lose ₹9,000 a day. What do you need from me?',
    about: { vehicle: 2, policy: 2 },
    steps: [],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 30,
    category: 'Device',
    priority: 'NORMAL',
    subject: 'Tracker shows the wrong city',
    description: 'Since yesterday the truck is shown in Nagpur, but it stands in our yard in Pune.',
    about: { vehicle: 4, device: 1 },
    steps: [
      { hoursAgo: 28, by: 'operations', takes: true, note: 'Antenna voltage drops every night. It looks like a loose plug, not like jamming.' },
      { hoursAgo: 27, by: 'operations', say: 'Please check whether the antenna cable behind the dashboard is plugged in firmly, and tell us here.', to: 2 },
    ],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 52,
    category: 'Challan',
    priority: 'HIGH',
    subject: 'Challan for a vehicle that we sold',
    description: 'We sold this vehicle in March and still get challans for it. The new owner has had it since.',
    about: { vehicle: 7 },
    steps: [
      { hoursAgo: 50, by: 'support', say: 'Thank you, we look into it. Do you have the delivery note of the sale?' },
      { hoursAgo: 49, by: 'support', note: 'The transfer was never applied for at the RTO: it is still theirs on paper.' },
      { hoursAgo: 48, by: 'support', team: 'Road safety', note: 'You know the traffic police of Pune.' },
      { hoursAgo: 26, by: 'safety', takes: true, to: 1 },
    ],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 20,
    category: 'KYC',
    priority: 'NORMAL',
    subject: 'Which page of the permit do you need?',
    description: 'The permit has four pages. The upload asks for the first and the second. Which of them has the routes?',
    about: { vehicle: 8, document: 3 },
    steps: [{ hoursAgo: 18, by: 'support', team: 'Operations', note: 'They know permits of other states better.' }],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 96,
    category: 'Payment',
    priority: 'NORMAL',
    subject: 'Toll was taken twice on 12 November',
    description: 'The same toll of ₹435 was taken twice within a minute. Please give one of them back.',
    about: { vehicle: 1 },
    steps: [
      { hoursAgo: 94, by: 'finance', takes: true, say: 'We see both entries and have asked the toll plaza.', to: 1 },
      { hoursAgo: 70, by: 'finance', say: 'The second entry was given back to your wallet.', to: 4 },
    ],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 200,
    category: 'Trip is wrong',
    priority: 'LOW',
    subject: 'One trip was cut into two',
    description: 'On Tuesday one drive to Nashik shows as two trips with a stop of eight minutes between them.',
    about: { vehicle: 3, driver: 2 },
    steps: [
      { hoursAgo: 190, by: 'operations', takes: true, say: 'A stop of more than five minutes ends a trip. We joined the two.', to: 4 },
      { hoursAgo: 188, by: 'client', to: 5 },
      { hoursAgo: 187, by: 'client', rates: 5 },
    ],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 75,
    category: 'Policy',
    priority: 'NORMAL',
    subject: 'No-claim bonus is missing in the renewal',
    description: 'We had no claim for three years, but the renewal shows a bonus of 0 %.',
    about: { policy: 4 },
    steps: [
      { hoursAgo: 73, by: 'insurance', takes: true, say: 'The bonus of 35 % is in the quote now.', to: 4 },
      { hoursAgo: 46, by: 'client', say: 'The PDF still says 20 %. Please look again.', to: 6 },
    ],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 5,
    category: 'Login',
    priority: 'NORMAL',
    subject: 'A new dispatcher cannot sign in',
    description: 'Ravi joined on Monday. He gets no code on his phone, with any of our three computers.',
    steps: [{ hoursAgo: 4, by: 'support', takes: true, say: 'We sent him a new invitation. Does it reach him?', to: 1 }],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 8,
    category: 'Challan',
    priority: 'HIGH',
    subject: 'Challan from a city where our truck never was',
    description: 'Somebody drives with our number. The alibi finder says that the truck was 600 km away. How do we contest this with the police there?',
    about: { challan: 0 },
    steps: [],
  },
  {
    organisation: sahyadri,
    by: 'client',
    hoursAgo: 2,
    category: 'SOS',
    priority: 'URGENT',
    subject: 'SOS button of the bus does not answer',
    description: 'We pressed it in the yard to test it, and nobody called back within ten minutes.',
    about: { vehicle: 5, device: 2 },
    steps: [],
  },
  {
    organisation: 'Deccan Cold Chain',
    by: 'deccan',
    hoursAgo: 44,
    category: 'Device',
    priority: 'HIGH',
    subject: 'Temperature is not reported since the night',
    description: 'The reefer to Vijayawada shows a position but no temperature since 02:00.',
    about: { vehicle: 1, device: 1 },
    steps: [{ hoursAgo: 43, by: 'operations', takes: true, say: 'The sensor sends nothing. Can your driver restart the unit?', to: 2 }, { hoursAgo: 40, by: 'deccan', say: 'He did, without a change.', to: 1 }],
  },
  {
    organisation: 'Deccan Cold Chain',
    by: 'deccan',
    hoursAgo: 300,
    category: 'KYC',
    priority: 'LOW',
    subject: 'Fitness certificate in Telugu',
    description: 'Is a fitness certificate in Telugu taken as well, or do you need a translation?',
    about: { vehicle: 2 },
    steps: [
      { hoursAgo: 298, by: 'support', takes: true, say: 'It is taken as it is.', to: 4 },
      { hoursAgo: 200, by: 'deccan', rates: 4 },
      { hoursAgo: 130, by: 'support', to: 5 },
    ],
  },
  {
    organisation: 'Deccan Cold Chain',
    by: 'deccan',
    hoursAgo: 9,
    category: 'Payment',
    priority: 'NORMAL',
    subject: 'Invoice without our GSTIN',
    description: 'The invoice of October does not carry our GSTIN, so that we cannot claim the tax.',
    about: { fee: 0 },
    steps: [],
  },
  {
    organisation: 'Kulkarni family',
    by: 'kulkarni',
    hoursAgo: 60,
    category: 'Policy',
    priority: 'NORMAL',
    subject: 'Does the policy cover my daughter as a driver?',
    description: 'She got her licence this month and drives the small car to college.',
    about: { vehicle: 1, policy: 1 },
    steps: [
      { hoursAgo: 58, by: 'support', team: 'Insurance desk', note: 'A question of cover.' },
      { hoursAgo: 50, by: 'insurance', takes: true, say: 'Yes: anybody with a licence for it is covered.', to: 4 },
    ],
  },
  {
    organisation: 'Kulkarni family',
    by: 'kulkarni',
    hoursAgo: 500,
    category: 'Login',
    priority: 'LOW',
    subject: 'Sign in with another phone number',
    description: 'I changed my number last week. How do I sign in with the new one?',
    steps: [
      { hoursAgo: 420, by: 'support', takes: true, say: 'We changed it for you.', to: 4 },
      { hoursAgo: 419, by: 'kulkarni', to: 5 },
      { hoursAgo: 418, by: 'kulkarni', rates: 2 },
    ],
  },
];
