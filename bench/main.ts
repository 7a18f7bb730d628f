import { argv } from 'node:process';

/** `npm run bench -- <which>`: what is measured, and the file that does it. */
const measured: Record<string, () => Promise<unknown>> = {
  http: () => import('./http/compare.ts'),
  import: () => import('./import.ts'),
  roads: () => import('./roads/roads.ts'),
  vehicles: () => import('./fleet.ts'),
  ingest: () => import('./ingest.ts'),
  trips: () => import('./trips.ts'),
  reports: () => import('./reports.ts'),
  wallet: () => import('./money/wallet.ts'),
  challans: () => import('./challans/challans.ts'),
  tickets: () => import('./helpdesk/tickets.ts'),
  dashboard: () => import('./dashboard/dashboard.ts'),
  calendar: () => import('./calendar/calendar.ts'),
  scale: () => import('./scale.ts'),
  search: () => import('./search/search.ts'),
  geofences: () => import('./geofences.ts'),
  match: () => import('./match/match.ts'),
  live: () => import('./live/live.ts'),
  'live-draw': () => import('./live/draw/draw.ts'),
  'live-speeding': () => import('./live/speeding.ts'),
  sos: () => import('./live/sos.ts'),
  attack: () => import('./attack/attack.ts'),
  'login-timing': () => import('./login-timing.ts'),
};
const given = argv[2];
const which = given === undefined || given.startsWith('-') ? 'http' : given;
const run = measured[which];
if (!run) throw new Error(`There is no bench “${which}”; there are ${Object.keys(measured).join(', ')}`);
if (which === given) argv.splice(2, 1);
await run();
