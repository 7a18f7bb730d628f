import { everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { TestProduct } from '#apps/server/testing.ts';
import { compareFixes, type TrackFix } from '#telematics/pipeline/fix.ts';
import { cutWhole } from '#telematics/pipeline/whole.ts';
import { type DeviceAlarm, flag, type Position, type StoredBatch, trackFixOf } from '#areas/gateway/gateway.server.ts';
import { profileOf } from '../engine/track.ts';

/** A fix as it would be stored. `more`: what else is said of it. */
export const positionOfFix = (device: number, fix: TrackFix, more: Partial<Position> = {}): Position => ({
  device,
  fixAt: Math.round(fix.time),
  receivedAt: 0,
  latE7: Math.round(fix.lat * 1e7),
  lonE7: Math.round(fix.lon * 1e7),
  speedCkmh: fix.speedKmh === null ? null : Math.round(fix.speedKmh * 100),
  accuracyCm: fix.accuracyM === null ? null : Math.round(fix.accuracyM * 100),
  courseDdeg: null,
  altitudeM: null,
  satellites: null,
  hdopC: null,
  flags: flag.valid | (fix.ignition === null ? 0 : flag.ignitionKnown) | (fix.ignition === true ? flag.ignitionOn : 0),
  unfit: 0,
  attributes: null,
  ...more,
});

const isBetter = (a: Position, b: Position) =>
  Math.min(a.unfit, 1) - Math.min(b.unfit, 1) || compareFixes(trackFixOf(a, Infinity), trackFixOf(b, Infinity));

/** Stores positions as the product does, of doubles the better one, and gives what changed the store. */
export function createLog({ product }: Pick<TestProduct, 'product'>) {
  const stored = new Map<string, Position>();
  const days = new Set<string>();
  let last = 0;
  const write = (db: Queryable, changed: readonly Position[]) =>
    db.query(
      `insert into position (fix_at, received_at, device, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg, altitude_m, satellites, hdop_c, flags, unfit, attributes)
       select to_timestamp(r."fixAt" / 1000.0), to_timestamp(r."receivedAt" / 1000.0), r.device, r."latE7", r."lonE7", r."speedCkmh", r."accuracyCm",
         r."courseDdeg", r."altitudeM", r.satellites, r."hdopC", r.flags, r.unfit, r.attributes::jsonb
       from json_to_recordset($1::json) as r ("fixAt" float8, "receivedAt" float8, device int, "latE7" int, "lonE7" int, "speedCkmh" int,
         "accuracyCm" int, "courseDdeg" smallint, "altitudeM" smallint, satellites smallint, "hdopC" smallint, flags smallint, unfit smallint, attributes text)
       on conflict (device, fix_at) do update set received_at = excluded.received_at, lat_e7 = excluded.lat_e7, lon_e7 = excluded.lon_e7,
         speed_ckmh = excluded.speed_ckmh, accuracy_cm = excluded.accuracy_cm, flags = excluded.flags, unfit = excluded.unfit`,
      [JSON.stringify(changed)],
    );

  /** What their attributes say of alarms, as the listeners would have stored it. */
  const alarmsIn = (positions: readonly Position[]): DeviceAlarm[] =>
    positions.flatMap(({ device, fixAt, receivedAt, latE7, lonE7, speedCkmh, attributes }) =>
      ((JSON.parse(attributes ?? '{}') as { alarms?: DeviceAlarm['name'][] }).alarms ?? []).map((name) => ({
        device,
        name,
        at: fixAt,
        receivedAt,
        latE7,
        lonE7,
        speedCkmh,
      })),
    );
  const writeAlarms = (db: Queryable, alarms: readonly DeviceAlarm[]) =>
    db.query(
      `insert into device_alarm (device, at, name, received_at, lat_e7, lon_e7, speed_ckmh)
       select r.device, to_timestamp(r.at / 1000.0), r.name, to_timestamp(r."receivedAt" / 1000.0), r."latE7", r."lonE7", r."speedCkmh"
       from json_to_recordset($1::json) as r (device int, at float8, name text, "receivedAt" float8, "latE7" int, "lonE7" int, "speedCkmh" int)
       on conflict do nothing`,
      [JSON.stringify(alarms)],
    );

  return {
    async store(positions: readonly Position[], now: number): Promise<StoredBatch> {
      last = Math.max(now, last + 1);
      const changed = new Map<string, Position>();
      for (const position of positions) {
        const key = `${position.device} ${position.fixAt}`;
        const before = stored.get(key);
        if (before && isBetter(position, before) >= 0) continue;
        const one = { ...position, receivedAt: last };
        stored.set(key, one);
        changed.set(key, one);
      }
      const rows = [...changed.values()];
      const alarms = alarmsIn(rows);
      await transact(product.db, everything, async (db) => {
        for (const { fixAt } of rows) {
          const day = new Date(fixAt).toISOString().slice(0, 10);
          if (days.has(day)) continue;
          await db.query(`select keep_tracking_day('position', $1)`, [day]);
          days.add(day);
        }
        for (let at = 0; at < rows.length; at += 5_000) await write(db, rows.slice(at, at + 5_000));
        if (alarms.length > 0) await writeAlarms(db, alarms);
      });
      return { receivedAt: last, positions: rows, alarms };
    },
    /** The trips of the whole of what is stored of a device, in a time. */
    whole(device: number, rule: 'MOVEMENT' | 'SILENCE', from = 0, to = Number.POSITIVE_INFINITY) {
      const fit = [...stored.values()].filter(
        (one) => one.device === device && one.unfit === 0 && one.fixAt >= from && one.fixAt < to,
      );
      return cutWhole(
        fit.map((one) => trackFixOf(one, profileOf(rule).ceilingKmh)),
        profileOf(rule),
      );
    },
    positions: () => [...stored.values()],
  };
}
