export interface DemoAccountSeed {
  email: string;
  name: string;
  /** Name of a role, see roles.ts. */
  role: string;
  /** Name of an organisation, see organisations.ts; absent for staff. */
  organisation?: string;
}

/** Password of every demo account: public, so these accounts may exist in the demo profile only. */
export const demoPassword = 'Demo-Roadkeeper-2026';

/** Accounts of the demo profile; `.test` addresses can never receive mail. */
export const demoAccounts: readonly DemoAccountSeed[] = [
  { email: 'admin@roadkeeper.test', name: 'Asha Menon', role: 'Super admin' },
  { email: 'clerk@roadkeeper.test', name: 'Vikram Rao', role: 'RTO clerk' },
  { email: 'client@roadkeeper.test', name: 'Meera Joshi', role: 'Client owner', organisation: 'Sahyadri Logistics' },
  { email: 'viewer@roadkeeper.test', name: 'Rohan Kulkarni', role: 'Client viewer', organisation: 'Kulkarni family' },
];
