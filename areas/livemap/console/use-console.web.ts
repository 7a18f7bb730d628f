import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { followStream } from '#kit/web/live/live-socket.ts';
import { useMedia } from '#kit/web/shell/window.ts';
import { fleetCode, fleetStream } from '../channel/live-frames.contract.ts';
import { type LiveVehicle, wholeFleet } from '../channel/live-vehicles.contract.ts';
import type { Speeding } from './console.queries.ts';
import { FleetStore } from './fleet-store.web.ts';
import { type Filters, findRows, type Found, ages, searchTexts, sorts, statuses } from './rows.web.ts';

/** Rows are looked at anew this often, and put into order. */
const roundMs = 1_000;

/** What the address says: filters, what is chosen, and what is in view. */
export interface MapAddress extends Filters {
  view: 'map' | 'table';
  /** Id of the chosen vehicle. */
  vehicle: string | undefined;
  isFollowed: boolean;
  /** Roads are drawn. */
  hasRoads: boolean;
  /** Latitude, longitude, zoom. */
  at: readonly [number, number, number] | undefined;
  ask: (
    change: Partial<
      Record<
        | 'q'
        | 'status'
        | 'verdict'
        | 'group'
        | 'age'
        | 'sort'
        | 'view'
        | 'vehicle'
        | 'follow'
        | 'at'
        | 'roads'
        | 'speeding',
        string | undefined
      >
    >,
  ) => void;
}

export function useMapAddress(): MapAddress {
  const navigate = useNavigate();
  const address = useSearch({ strict: false }) as Readonly<Record<string, string | undefined>>;
  const latest = useRef(address);
  latest.current = address;
  const at = (address['at'] ?? '').split(',').map(Number);
  const isAt =
    at.length === 3 && at.every(Number.isFinite) && Math.abs(at[0] ?? 99) <= 85 && Math.abs(at[1] ?? 999) <= 180;
  return {
    q: address['q'] ?? '',
    status: statuses.find((one) => one === address['status']),
    verdict: (['GREEN', 'AMBER', 'RED'] as const).find((one) => one === address['verdict']),
    group: address['group'] || undefined,
    age: ages.find((one) => one === address['age']),
    sort: sorts.find((one) => one === address['sort']) ?? 'status',
    view: address['view'] === 'table' ? 'table' : 'map',
    vehicle: address['vehicle'],
    isFollowed: address['follow'] === '1' && address['vehicle'] !== undefined,
    hasRoads: address['roads'] === '1',
    isSpeeding: address['speeding'] === '1',
    at: isAt ? (at as unknown as [number, number, number]) : undefined,
    ask: useMemo(
      () => (change) => {
        // Two changes in one moment: the second knows of the first.
        latest.current = Object.fromEntries(
          Object.entries({ ...latest.current, ...change }).filter(([, value]) => value !== undefined && value !== ''),
        ) as Record<string, string>;
        void navigate({ to: '.', search: latest.current as never, replace: true, resetScroll: false });
      },
      [navigate],
    ),
  };
}

/** The places of the fleet, followed for as long as the page is there. */
export function useFleet(vehicles: readonly LiveVehicle[] | undefined): FleetStore {
  const [store] = useState(() => new FleetStore());
  const still = useMedia('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    const stream = followStream(fleetStream, {
      code: fleetCode,
      frame: (frame) => store.take(frame),
      renew: () => store.asked(),
    });
    const unlisten = store.onLook(() => stream.change());
    return () => {
      unlisten();
      stream.end();
    };
  }, [store]);
  useEffect(() => {
    store.setGuesses(!still);
  }, [store, still]);
  useEffect(() => {
    store.setPartial((vehicles?.length ?? 0) > wholeFleet);
    for (const { slot, silentAfterS } of vehicles ?? [])
      if (silentAfterS !== null) store.setSilentAfter(slot, silentAfterS);
  }, [store, vehicles]);
  return store;
}

/** Counts rounds while the page is looked at: what is shown of the store is read anew with each. */
export function useRounds(store: FleetStore): number {
  const [round, setRound] = useState(0);
  const isComplete = useRef(false);
  useEffect(() => {
    const next = () => setRound((count) => count + 1);
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') next();
    }, roundMs);
    // Nobody waits for the first places.
    const unlisten = store.onChange(() => {
      if (isComplete.current === store.isComplete) return;
      isComplete.current = store.isComplete;
      next();
    });
    return () => {
      clearInterval(timer);
      unlisten();
    };
  }, [store]);
  return round;
}

/** The rows that the address asks for, read anew with each round. */
export function useFound(
  store: FleetStore,
  vehicles: readonly LiveVehicle[] | undefined,
  alerts: Speeding,
  { q, status, verdict, group, age, sort, isSpeeding }: Filters,
  round: number,
): Found {
  const texts = useMemo(() => searchTexts(vehicles ?? []), [vehicles]);
  return useMemo(
    () =>
      findRows({ store, alerts, round }, vehicles ?? [], texts, { q, status, verdict, group, age, sort, isSpeeding }),
    [store, alerts, vehicles, texts, q, status, verdict, group, age, sort, isSpeeding, round],
  );
}
