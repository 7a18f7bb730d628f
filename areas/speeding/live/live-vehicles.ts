import { bindingAt, believedSpeed, type DeviceRegistry, flag, type Position } from '#areas/gateway/gateway.server.ts';
import type { LiveFix } from '#areas/roads/roads.server.ts';
import { type AlertState, alertRules, newAlertState } from '#telematics/speeding/live-alert.ts';
import { matchFixOf } from '../match/speed-fixes.ts';
import type { RaisedAlert } from './alerts.store.ts';

/** What is remembered of a vehicle between fixes. */
export interface LiveVehicle {
  readonly vehicleId: string;
  /** Names it to the matcher. */
  readonly number: number;
  orgId: string;
  /** The newest fix that was taken, and the last that was fast enough for any limit; by the device, milliseconds. */
  newestAt: number;
  fastAt: number;
  /** By the server. */
  heardAt: number;
  state: AlertState;
  /** What people were told of. */
  alert: RaisedAlert | null;
}

/** A fix that waits for the next round. `fix` null: it is slower than any limit. */
export interface WaitingFix {
  vehicle: LiveVehicle;
  time: number;
  receivedAt: number;
  fix: LiveFix['fix'] | null;
}

/** Devices that were out of reach send what they kept: older fixes than this say nothing of now. */
export const freshMs = 60_000;
/** For so long a vehicle that was fast is followed while it is slow. */
const followedMs = 120_000;
/** Nothing of a vehicle is remembered after so long without a fix of it. */
const forgetMs = 600_000;
/** More than that wait only where the rounds cannot keep up: the oldest are of no use then. */
const mostWaiting = 50_000;
const lowestCkmh = alertRules.lowestKmh * 100;

/** Counts vehicles of this process: a matcher may serve several who follow them. */
let number = 0;

/** Takes fixes as they are stored, as cheaply as can be: those of vehicles that stand or crawl go no further. */
export function createLiveVehicles(registry: Pick<DeviceRegistry, 'bySlot'>) {
  const vehicles = new Map<string, LiveVehicle>();
  let waiting: WaitingFix[] = [];

  const get = (vehicleId: string, orgId: string): LiveVehicle => {
    const known = vehicles.get(vehicleId);
    if (known) return known;
    number += 1;
    const vehicle: LiveVehicle = {
      vehicleId,
      number,
      orgId,
      newestAt: Number.NEGATIVE_INFINITY,
      fastAt: Number.NEGATIVE_INFINITY,
      heardAt: 0,
      state: newAlertState(),
      alert: null,
    };
    vehicles.set(vehicleId, vehicle);
    return vehicle;
  };

  return {
    get,
    all: (): Iterable<LiveVehicle> => vehicles.values(),
    take(position: Position): void {
      const { fixAt, receivedAt, flags, unfit, speedCkmh } = position;
      if (unfit !== 0 || (flags & flag.archived) !== 0 || receivedAt - fixAt > freshMs) return;
      const device = registry.bySlot(position.device);
      const binding = device && bindingAt(device, fixAt);
      if (!binding) return;
      const isFast = speedCkmh !== null && speedCkmh > lowestCkmh;
      const vehicle = isFast ? get(binding.vehicleId, binding.orgId) : vehicles.get(binding.vehicleId);
      if (!vehicle || fixAt <= vehicle.newestAt) return;
      vehicle.newestAt = fixAt;
      vehicle.heardAt = receivedAt;
      vehicle.orgId = binding.orgId;
      if (isFast) vehicle.fastAt = fixAt;
      else if (fixAt - vehicle.fastAt > followedMs) return;
      // A device that does not say how fast it is, or says what cannot be, is not judged.
      const speed = believedSpeed(position, binding.ceilingKmh);
      if (speed === null) return;
      waiting.push({ vehicle, time: fixAt, receivedAt, fix: isFast ? matchFixOf(position) : null });
      if (waiting.length > mostWaiting) waiting = waiting.slice(mostWaiting / 2);
    },
    takeWaiting(): WaitingFix[] {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    isWaiting: (): boolean => waiting.length > 0,
    /** Forgets vehicles of which nothing was heard for long. */
    forgetOld(now: number): void {
      for (const [id, { alert, heardAt }] of vehicles) if (!alert && now - heardAt > forgetMs) vehicles.delete(id);
    },
    clear(): void {
      vehicles.clear();
      waiting = [];
    },
  };
}
