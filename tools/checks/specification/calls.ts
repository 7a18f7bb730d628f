import type { Call } from './call.ts';
import { emergencyCalls, helpCalls, moneyCalls, vehicleCalls } from './fleet-calls.ts';
import { peopleCalls, sessionCalls } from './people-calls.ts';
import { faqCalls, standardCalls } from './standard-calls.ts';

/** Section 7, by the headings that it has there. */
export const callGroups: Readonly<Record<string, readonly Call[]>> = {
  'Session and settings': sessionCalls,
  People: peopleCalls,
  'Money and policies': moneyCalls,
  Vehicles: vehicleCalls,
  'Emergency contacts': emergencyCalls,
  'Help desk': helpCalls,
  'Standard catalogue set': standardCalls,
  FAQ: faqCalls,
};
export const calls: readonly Call[] = Object.values(callGroups).flat();
