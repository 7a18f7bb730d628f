import { ceilingOf } from './speed-ceiling.rules.ts';
import { allowMs, type Database, everything, transact } from '#kit/server/db/database.ts';

/** A period in which a vehicle carried a device: half-open, milliseconds UTC. */
export interface Binding {
  id: string;
  /** Slot of the device. */
  device: number;
  deviceId: string;
  vehicleId: string;
  orgId: string;
  from: number;
  to: number | null;
  /** What the device states above it is no speed of this vehicle, km/h. */
  ceilingKmh: number;
}

export type DeviceClock = { readonly kind: 'own' | 'arrival' } | { readonly kind: 'offset'; readonly minutes: number };

export interface KnownDevice {
  id: string;
  /** Names it in positions and frames. */
  slot: number;
  orgId: string;
  identifier: string;
  checksum: 'strict' | 'lenient';
  /** Of the password of its requests. */
  secretHash: string | null;
  tripRule: 'MOVEMENT' | 'SILENCE';
  /** Of its reports while driving. */
  intervalS: number;
  /** What model its owner says that it is; empty where nobody does. */
  model: string;
  /** How its times are to be taken: as they are, so many minutes ahead of UTC, or by their arrival. */
  clock: DeviceClock;
  /** Whether what it sends is kept. */
  admitted: boolean;
  /** By their beginning. */
  bindings: readonly Binding[];
}

/** Every device there ever was, in memory: it is asked for each frame. */
export interface DeviceRegistry {
  /** By what a device calls itself, in any case of letters. Deleted ones are not found. */
  find(identifier: string): KnownDevice | undefined;
  bySlot(slot: number): KnownDevice | undefined;
  all(): Iterable<KnownDevice>;
  /** Reads everything again. A refresh that was asked for while another runs begins after it. */
  refresh(): Promise<void>;
  /** Reads everything again if anything is not as it was read last. */
  look(): Promise<void>;
  /** Told after each refresh. */
  onChange(listener: () => void): void;
}

/** Where neither the device nor its category says how often it reports. */
const usualIntervalS = 60;
const readMs = 30_000;

interface Row {
  id: string;
  slot: number;
  org_id: string;
  identifier: string;
  checksum: string | null;
  secret_hash: string | null;
  trip_rule: string | null;
  interval_s: number | null;
  model_name: string | null;
  clock_rule: string | null;
  clock_offset_min: number | null;
  admitted: boolean;
  deleted: boolean;
}
interface BindingRow {
  id: string;
  org_id: string;
  device_id: string;
  vehicle_id: string;
  from_at: string;
  to_at: string | null;
  licence_classes: string[] | null;
}

const devicesSql = {
  text: `select d.id, d.slot, d.org_id, d.identifier, d.checksum, d.secret_hash, d.trip_rule,
      coalesce(d.interval_s, c.interval_s) as interval_s, d.model_name, d.clock_rule, d.clock_offset_min,
      d.deleted_at is not null as deleted,
      d.status = 1 and d.deleted_at is null and d.situation <> 'RETIRED' as admitted
    from devices_device d join devices_category c on c.id = d.category_id`,
  timeoutMs: readMs,
};
const bindingsSql = {
  text: `select b.id, b.org_id, b.device_id, b.vehicle_id, b.from_at, b.to_at, c.licence_classes
    from devices_installation b left join vehicles_vehicle v on v.id = b.vehicle_id left join vehicles_category c on c.id = v.category_id
    order by b.from_at`,
  timeoutMs: readMs,
};

/** Changes with what is read, and not with what is only heard of devices. */
const printSql = {
  text: `select
    (select sum(hashtextextended(concat_ws('|', d.id, d.org_id, d.identifier, coalesce(d.checksum, ''), coalesce(d.secret_hash, ''),
       coalesce(d.trip_rule, ''), coalesce(d.interval_s, c.interval_s), coalesce(d.model_name, ''), coalesce(d.clock_rule, ''),
       coalesce(d.clock_offset_min, 0), d.status, d.situation, d.deleted_at is null), 0))::text
     from devices_device d join devices_category c on c.id = d.category_id) || '|' ||
    (select count(*) || '|' || coalesce(sum(hashtextextended(concat_ws('|', b.id, b.org_id, b.vehicle_id, b.from_at, b.to_at,
       c.licence_classes::text), 0)), 0)
     from devices_installation b left join vehicles_vehicle v on v.id = b.vehicle_id left join vehicles_category c on c.id = v.category_id)
      as print`,
  timeoutMs: readMs,
};

const clockOf = ({ clock_rule, clock_offset_min }: Row): DeviceClock =>
  clock_rule === 'ARRIVAL'
    ? { kind: 'arrival' }
    : clock_rule === 'OFFSET' && clock_offset_min !== null
      ? { kind: 'offset', minutes: clock_offset_min }
      : { kind: 'own' };

const deviceOf = (row: Row, bindings: readonly BindingRow[]): KnownDevice => ({
  id: row.id,
  slot: row.slot,
  orgId: row.org_id,
  identifier: row.identifier,
  checksum: row.checksum === 'STRICT' ? 'strict' : 'lenient',
  secretHash: row.secret_hash,
  tripRule: row.trip_rule === 'SILENCE' ? 'SILENCE' : 'MOVEMENT',
  intervalS: row.interval_s ?? usualIntervalS,
  model: row.model_name ?? '',
  clock: clockOf(row),
  admitted: row.admitted,
  bindings: bindings.map((binding) => ({
    id: binding.id,
    device: row.slot,
    deviceId: row.id,
    vehicleId: binding.vehicle_id,
    orgId: binding.org_id,
    from: Date.parse(binding.from_at),
    to: binding.to_at === null ? null : Date.parse(binding.to_at),
    ceilingKmh: ceilingOf(binding.licence_classes),
  })),
});

/** Knows no device before its first `refresh`. */
export function createDeviceRegistry(db: Database): DeviceRegistry {
  let byName = new Map<string, KnownDevice>();
  let bySlot = new Map<number, KnownDevice>();
  const listeners: (() => void)[] = [];
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  let print: string | null | undefined;

  const read = async (onlyChanged: boolean) => {
    const found = await transact(db, everything, async (db) => {
      await allowMs(db, readMs);
      // Taken first: what changes in between is read twice, and never missed.
      const [now] = await db.query<{ print: string | null }>(printSql);
      if (onlyChanged && now?.print === print) return null;
      return [now?.print, await db.query<Row>(devicesSql), await db.query<BindingRow>(bindingsSql)] as const;
    });
    if (!found) return;
    const [now, rows, bindings] = found;
    print = now;
    const byDevice = Map.groupBy(bindings, ({ device_id }) => device_id);
    const names = new Map<string, KnownDevice>();
    const slots = new Map<number, KnownDevice>();
    for (const row of rows) {
      const known = deviceOf(row, byDevice.get(row.id) ?? []);
      slots.set(known.slot, known);
      if (!row.deleted) names.set(known.identifier.toLowerCase(), known);
    }
    byName = names;
    bySlot = slots;
    for (const listener of listeners) listener();
  };

  const inTurn = (onlyChanged: boolean): Promise<void> => {
    if (!running) return (running = read(onlyChanged).finally(() => (running = undefined)));
    return (next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return inTurn(false);
      }));
  };

  return {
    find: (identifier) => byName.get(identifier.toLowerCase()),
    bySlot: (slot) => bySlot.get(slot),
    all: () => bySlot.values(),
    refresh: () => inTurn(false),
    look: () => inTurn(true),
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The binding that held at a moment. */
export function bindingAt({ bindings }: KnownDevice, time: number): Binding | undefined {
  // The last is the one that is asked for nearly always.
  for (let at = bindings.length - 1; at >= 0; at -= 1) {
    const binding = bindings[at];
    if (binding && binding.from <= time) return binding.to === null || time < binding.to ? binding : undefined;
  }
  return undefined;
}
