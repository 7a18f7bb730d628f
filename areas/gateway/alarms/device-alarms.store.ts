import type { Bulk } from '#kit/server/db/bulk.ts';
import { allowMs, type Database, everything, type Queryable, transact } from '#kit/server/db/database.ts';
import type { DeviceAlarm } from './device-alarm.ts';

const timeOf = (ms: string) => `timestamptz 'epoch' + ${ms}::bigint * interval '1 millisecond'`;
const addText = (conflict: string) =>
  `insert into device_alarm as a (device, at, name, received_at, lat_e7, lon_e7, speed_ckmh)
   select r.device, ${timeOf('r.at')}, r.name, ${timeOf('$1')}, r.lat_e7, r.lon_e7, r.speed_ckmh
   from unnest($2::int[], $3::bigint[], $4::text[], $5::int[], $6::int[], $7::int[]) as r (device, at, name, lat_e7, lon_e7, speed_ckmh)
   on conflict (device, at, name) ${conflict} returning a.device, round(extract(epoch from a.at) * 1000)::bigint as at, a.name`;
const addSql = { name: 'add-device-alarms', text: addText('do nothing') };
/** What is there of the very same batch was stored by a try of which nobody heard: it is new all the same. */
const addAgainSql = {
  name: 'add-device-alarms-again',
  text: addText('do update set received_at = excluded.received_at where a.received_at = excluded.received_at'),
};

const keyOf = ({ device, at, name }: Pick<DeviceAlarm, 'device' | 'at' | 'name'>) => `${device} ${at} ${name}`;

/** Each alarm once, in the order of devices and times, so that nobody waits in a ring. */
export const distinctAlarms = (alarms: readonly DeviceAlarm[]): DeviceAlarm[] =>
  [...new Map(alarms.map((one) => [keyOf(one), one])).values()].toSorted(
    (a, b) => a.device - b.device || a.at - b.at || (a.name < b.name ? -1 : 1),
  );

/** Stores alarms and gives those that were not there. `isAgain`: the batch may have been stored before. */
export async function addAlarms(
  bulk: Bulk,
  receivedAt: number,
  alarms: readonly DeviceAlarm[],
  isAgain = false,
): Promise<readonly DeviceAlarm[]> {
  if (alarms.length === 0) return [];
  const column = (name: keyof DeviceAlarm) => alarms.map((one) => one[name]);
  const added = await bulk.query<{ device: number; at: number; name: DeviceAlarm['name'] }>(
    isAgain ? addAgainSql : addSql,
    [receivedAt, column('device'), column('at'), column('name'), column('latE7'), column('lonE7'), column('speedCkmh')],
  );
  const keys = new Set(added.map((one) => keyOf(one)));
  return alarms.filter((one) => keys.has(keyOf(one)));
}

const [pageRows, pageMs] = [1_000, 30_000];

/** The alarms that were stored after a moment, in the order of batches, each batch whole. `receivedAt`: milliseconds. */
export async function* alarmsSince(db: Database, receivedAt: number): AsyncGenerator<readonly DeviceAlarm[]> {
  for (let after = new Date(receivedAt).toISOString(); ; ) {
    const rows = await transact(db, everything, async (db) => {
      await allowMs(db, pageMs);
      return db.query<DeviceAlarm>(
        {
          text: `select device, name, (extract(epoch from at) * 1000)::float8 as at, (extract(epoch from received_at) * 1000)::float8 as "receivedAt",
             lat_e7 as "latE7", lon_e7 as "lonE7", speed_ckmh as "speedCkmh"
           from device_alarm where received_at > $1 order by received_at fetch first ${pageRows} rows with ties`,
          timeoutMs: pageMs,
        },
        [after],
      );
    });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = new Date(last.receivedAt).toISOString();
  }
}

/** What is older was taken up long ago: the records of alarms stay. */
const keptDays = 30;
export const sweepDeviceAlarms = (db: Queryable, now: Date): Promise<unknown> =>
  db.query(
    'delete from device_alarm where ctid in (select ctid from device_alarm where received_at < $1 order by received_at limit 5000)',
    [new Date(now.getTime() - keptDays * 86_400_000).toISOString()],
  );
