import type { SpeedingAlert } from '#areas/speeding/alert-answers.contract.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import { type Motion, motions } from '../channel/live-frames.contract.ts';
import type { FleetStore } from './fleet-store.web.ts';

/**
 * What a vehicle does; of one that is off duty it is hidden from clients, and of one that never said where it is nothing is known. Of a large
 * fleet those out of view are not told one by one.
 */
export type Status = Motion | 'OFF_DUTY' | 'NONE' | 'UNTOLD';
export const statuses: readonly Status[] = [...motions, 'OFF_DUTY', 'NONE', 'UNTOLD'];

export function statusOf(store: FleetStore, slot: number): Status {
  if (store.has(slot)) return store.motionOf(slot);
  if (store.isHidden(slot)) return 'OFF_DUTY';
  return store.isPartial ? 'UNTOLD' : 'NONE';
}

/** How long ago a vehicle said where it is: up to so many seconds, or longer than a day. */
export const ages = ['5m', '1h', '1d', 'older'] as const;
export type Age = (typeof ages)[number];
const agesS: Readonly<Record<Age, readonly [from: number, to: number]>> = {
  '5m': [0, 300],
  '1h': [0, 3_600],
  '1d': [0, 86_400],
  older: [86_400, Number.POSITIVE_INFINITY],
};
function isOfAge(store: FleetStore, slot: number, age: Age): boolean {
  const ageS = store.read(slot)?.ageS;
  const [from, to] = agesS[age];
  return ageS !== undefined && ageS >= from && ageS < to;
}

export const sorts = ['status', 'fix', 'speed', 'plate'] as const;
export type Sort = (typeof sorts)[number];

export interface Filters {
  /** Words of plate, driver or model. */
  q: string;
  status: Status | undefined;
  verdict: LiveVehicle['verdict'] | undefined;
  /** Id of a vehicle group. */
  group: string | undefined;
  age: Age | undefined;
  sort: Sort;
  /** Only vehicles that are speeding now. */
  isSpeeding: boolean;
}

export interface Row {
  vehicle: LiveVehicle;
  status: Status;
  /** Speeding that goes on. */
  alert: SpeedingAlert | undefined;
}

export interface Found {
  rows: Row[];
  /** Of those that match words, compliance, group and age, whatever they do; of a large fleet those in view. For staff a vehicle that is off duty counts by what it does as well. */
  counts: Readonly<Record<Status, number>>;
  /** Of the same, how many are speeding. */
  speeding: number;
}

const folded = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, '');

/** Everything that words are looked for in, by vehicle; made once for each answer of the server. */
export const searchTexts = (vehicles: readonly LiveVehicle[]): string[] =>
  vehicles.map(({ vehicle, driver, model, org }) => folded([vehicle, driver, model, org].filter(Boolean).join('|')));

/** The rows that filters leave, in their order, as the store has them in a round: what it says changes, and it stays the same object. */
export function findRows(
  { store, alerts }: { store: FleetStore; alerts: ReadonlyMap<string, SpeedingAlert>; round: number },
  vehicles: readonly LiveVehicle[],
  texts: readonly string[],
  { q, status, verdict, group, age, sort, isSpeeding }: Filters,
): Found {
  const words = q.split(/\s+/).map(folded).filter(Boolean);
  const counts = Object.fromEntries(statuses.map((one) => [one, 0])) as Record<Status, number>;
  /** Somebody looks for certain vehicles, wherever these are. */
  const isSearch = words.length > 0 || verdict !== undefined || group !== undefined || isSpeeding;
  if (store.isGrouped && !isSearch && age === undefined)
    for (const { counts: own } of store.groups)
      for (const [at, motion] of motions.entries()) counts[motion] += own[at] ?? 0;
  const rows: Row[] = [];
  let speeding = 0;
  vehicles.forEach((vehicle, at) => {
    if (verdict !== undefined && vehicle.verdict !== verdict) return;
    if (group !== undefined && !vehicle.groupIds.includes(group)) return;
    const text = texts[at] ?? '';
    if (!words.every((word) => text.includes(word))) return;
    if (age !== undefined && !isOfAge(store, vehicle.slot, age)) return;
    const does = statusOf(store, vehicle.slot);
    if (does !== 'UNTOLD') counts[does] += 1;
    const isOffDuty = store.isOffDuty(vehicle.slot);
    if (isOffDuty && does !== 'OFF_DUTY') counts.OFF_DUTY += 1;
    const alert = alerts.get(vehicle.vehicleId);
    if (alert) speeding += 1;
    if (does === 'UNTOLD' && !isSearch) return;
    const isAskedFor = status === undefined || status === does || (status === 'OFF_DUTY' && isOffDuty);
    if (isAskedFor && (alert || !isSpeeding)) rows.push({ vehicle, status: does, alert });
  });
  // The server gives them by plate.
  if (sort === 'status') rows.sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status));
  if (sort === 'fix') rows.sort((a, b) => store.fixAt(b.vehicle.slot) - store.fixAt(a.vehicle.slot));
  if (sort === 'speed') {
    const speedOf = ({ vehicle, status: does }: Row) =>
      does === 'MOVING' ? (store.read(vehicle.slot)?.speedKmh ?? 0) : -1;
    rows.sort((a, b) => speedOf(b) - speedOf(a));
  }
  return { rows, counts, speeding };
}
