export interface DemoAccountSeed {
  /** Drivers often have none: they are reached by mobile. */
  email?: string;
  mobile?: string;
  name: string;
  /** Name of a role, see roles.ts. */
  role: string;
  /** Name of an organisation, see organisations.ts; absent for staff. */
  organisation?: string;
  /** Of clients: 0 app user, 1 fleet owner, 2 driver. */
  profileType?: '0' | '1' | '2';
}

/** Password of every demo account: public, so these accounts may exist in the demo profile only. */
export const demoPassword = 'Demo-Roadkeeper-2026';

/**
 * Accounts of the demo profile, one for every role at least. `.test` addresses can never receive mail; the numbers begin
 * with 70000 000, which no operator gives out.
 */
export const demoAccounts: readonly DemoAccountSeed[] = [
  { email: 'admin@roadkeeper.test', name: 'Asha Menon', role: 'Super admin' },
  { email: 'clerk@roadkeeper.test', name: 'Vikram Rao', role: 'RTO clerk' },
  { email: 'operations@roadkeeper.test', mobile: '7000000001', name: 'Farida Shaikh', role: 'Operations' },
  { email: 'kyc@roadkeeper.test', mobile: '7000000002', name: 'Arjun Nair', role: 'KYC reviewer' },
  { email: 'insurance@roadkeeper.test', mobile: '7000000003', name: 'Kavita Deshpande', role: 'Insurance desk' },
  { email: 'safety@roadkeeper.test', mobile: '7000000004', name: 'Harpreet Singh', role: 'Road-safety officer' },
  { email: 'support@roadkeeper.test', mobile: '7000000005', name: 'Nandini Bose', role: 'Support' },
  { email: 'finance@roadkeeper.test', mobile: '7000000006', name: 'Suresh Pillai', role: 'Finance' },
  {
    email: 'client@roadkeeper.test',
    name: 'Meera Joshi',
    role: 'Client owner',
    organisation: 'Sahyadri Logistics',
    profileType: '1',
  },
  {
    email: 'dispatch@roadkeeper.test',
    mobile: '7000000011',
    name: 'Imran Khan',
    role: 'Client viewer',
    organisation: 'Sahyadri Logistics',
    profileType: '0',
  },
  {
    mobile: '7000000012',
    name: 'Ganesh Pawar',
    role: 'Client viewer',
    organisation: 'Sahyadri Logistics',
    profileType: '2',
  },
  {
    mobile: '7000000013',
    name: 'Salim Ansari',
    role: 'Client viewer',
    organisation: 'Sahyadri Logistics',
    profileType: '2',
  },
  {
    email: 'viewer@roadkeeper.test',
    name: 'Rohan Kulkarni',
    role: 'Client viewer',
    organisation: 'Kulkarni family',
    profileType: '0',
  },
  {
    email: 'kulkarni@roadkeeper.test',
    mobile: '7000000021',
    name: 'Sunita Kulkarni',
    role: 'Client owner',
    organisation: 'Kulkarni family',
    profileType: '0',
  },
  {
    email: 'deccan@roadkeeper.test',
    mobile: '7000000031',
    name: 'Venkat Reddy',
    role: 'Client owner',
    organisation: 'Deccan Cold Chain',
    profileType: '1',
  },
  {
    mobile: '7000000032',
    name: 'Ramulu Goud',
    role: 'Client viewer',
    organisation: 'Deccan Cold Chain',
    profileType: '2',
  },
  {
    email: 'iyer@roadkeeper.test',
    mobile: '7000000041',
    name: 'Lakshmi Iyer',
    role: 'Client owner',
    organisation: 'Lakshmi Iyer',
    profileType: '0',
  },
];
