import { randomUUID } from 'node:crypto';
import type { Param, Queryable } from '#kit/server/db/database.ts';

/** Tables whose rows hang on a row of an organisation. */
export type Hanging =
  | 'import_row'
  | 'list_setting'
  | 'user_rto'
  | 'device_live'
  | 'current_position'
  | 'track_state'
  | 'trip_track'
  | 'merge'
  | 'notice'
  | 'notice_setting'
  | 'notice_choice'
  | 'push_subscription'
  | 'push_message'
  | 'position'
  | 'raw_frame'
  | 'device_alarm';

/** An organisation with a row in each of them. */
export interface RowsOf {
  orgId: string;
  /** On what the rows hang. */
  keys: Readonly<Record<Hanging, string | number>>;
  /** Adds a row of this organisation, unlike those that are there. */
  add(db: Queryable, table: Hanging): Promise<unknown>;
}

const at = '2026-11-21T05:59Z';

/** Makes an organisation in a transaction over everything. */
export async function addRowsOf(db: Queryable, name: string): Promise<RowsOf> {
  const orgId: string = randomUUID();
  const ids = {
    account: randomUUID(),
    batch: randomUUID(),
    device: randomUUID(),
    vehicle: randomUUID(),
    binding: randomUUID(),
    trip: randomUUID(),
  };
  const { account, batch, device, vehicle, binding, trip } = ids;
  await db.query(`insert into organisation (id, name, kind) values ($1, $2, 'COMPANY')`, [orgId, name]);
  await db.query(
    `insert into account (id, org_id, kind, name, email, role_id)
     select $1, $2, 'client', $3, $4, (select id from role where audience = 'client' limit 1)`,
    [account, orgId, name, `${name.toLowerCase()}@hanging.example`],
  );
  await db.query(
    `insert into import_batch (id, org_id, module, file_name, mode, key, partial, state, total, actor_id, actor_name, at)
     values ($1, $2, 'vehicle', 'rows.csv', 'create', '{id}', false, 'done', 1, $3, $4, $5)`,
    [batch, orgId, account, name, at],
  );
  const [made] = await db.query<{ slot: number }>(
    `insert into device (id, identifier, org_id, category_id) select $1, $2, $3, (select id from device_category limit 1) returning slot`,
    [device, `hanging-${name}`, orgId],
  );
  await db.query(
    `insert into vehicle (id, registration_no, org_id, model_id, chassis_no, engine_no)
     select $1, $2, $3, (select id from vehicle_model limit 1), $2, $2`,
    [vehicle, `HANGING${name}`, orgId],
  );
  await db.query(
    `insert into device_binding (id, org_id, device_id, vehicle_id, from_at, created_at) values ($1, $2, $3, $4, '2026-01-01', '2026-01-01')`,
    [binding, orgId, device, vehicle],
  );
  await db.query(
    `insert into trip (id, org_id, binding_id, vehicle_id, device_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7,
       end_lon_e7, distance_m, moving_s, idle_s, gap_s, points, dropped, jump_legs, updated_at)
     values ($1, $2, $3, $4, $5, 'CLOSED', $6, $6, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, $6)`,
    [trip, orgId, binding, vehicle, device, at],
  );
  for (const tracked of ['position', 'raw_frame'])
    await db.query(`select keep_tracking_day($1, '2026-11-21')`, [tracked]);
  const slot = made?.slot ?? 0;
  const sessions = [randomUUID(), randomUUID(), randomUUID()];
  await db.query(
    `insert into session (id, org_id, account_id, created_at, last_seen_at, expires_at)
     select id, $2, $3, $4, $4, '2026-11-22' from unnest($1::uuid[]) as s (id)`,
    [sessions, orgId, account, at],
  );
  let bound = 0;
  let serial = 0;
  const add = (db: Queryable, table: Hanging) => {
    serial += 1;
    const session = () => sessions[(bound += 1) - 1] ?? '';
    return db.query(...rowOf[table]({ ...ids, orgId, slot, serial, sessions, session }));
  };
  const keys = {
    import_row: batch,
    list_setting: account,
    user_rto: account,
    device_live: device,
    current_position: binding,
    track_state: binding,
    trip_track: trip,
    merge: orgId,
    notice: account,
    notice_setting: account,
    notice_choice: account,
    push_subscription: account,
    push_message: account,
    position: slot,
    raw_frame: slot,
    device_alarm: slot,
  };
  for (const table of Object.keys(keys) as Hanging[]) await add(db, table);
  return { orgId, keys, add };
}

interface Names {
  orgId: string;
  account: string;
  batch: string;
  device: string;
  vehicle: string;
  binding: string;
  trip: string;
  slot: number;
  serial: number;
  sessions: readonly string[];
  /** Another of them each time: a browser is bound to one. */
  session: () => string;
}
/** A moment of its own for each row. */
const moment = (serial: number) => new Date(Date.parse('2026-11-21T05:59:00Z') + serial).toISOString();

const rowOf: Readonly<Record<Hanging, (names: Names) => [sql: string, params: Param[]]>> = {
  import_row: ({ batch, serial }) => ['insert into import_row (batch_id, line) values ($1, $2)', [batch, serial]],
  list_setting: ({ account, serial }) => [
    `insert into list_setting (account_id, module, columns, updated_at) values ($1, $2, '[]', '2026-11-21')`,
    [account, `module-${serial}`],
  ],
  user_rto: ({ account, serial }) => [
    'insert into user_rto (user_id, rto_id) select $1, id from rto order by id offset $2 limit 1',
    [account, serial],
  ],
  device_live: ({ device }) => [
    `insert into device_live as l (device_id, last_seen_at, protocol) values ($1, '2026-11-21', 'gt06')`,
    [device],
  ],
  current_position: ({ vehicle, binding }) => [
    `insert into current_position (vehicle_id, binding_id, fix_at, received_at, lat_e7, lon_e7, moving)
     values ($1, $2, '2026-11-21', '2026-11-21', 0, 0, false)`,
    [vehicle, binding],
  ],
  track_state: ({ binding }) => [`insert into track_state (binding_id, state) values ($1, '{}')`, [binding]],
  trip_track: ({ trip }) => [`insert into trip_track (trip_id, fixes, packed) values ($1, 1, '')`, [trip]],
  merge: ({ orgId, vehicle, serial }) => [
    `insert into merge (id, org_id, module, from_id, from_title, into_id, moved, at, actor_name)
     values (gen_random_uuid(), $1, 'fuel-card', $2, $3, $2, '[]', '2026-11-21', 'Somebody')`,
    [orgId, vehicle, `merge ${serial}`],
  ],
  notice: ({ account, serial }) => [
    `insert into notice (id, account_id, topic, link, severity, in_app, in_digest, at, once_key)
     values (gen_random_uuid(), $1, 'ticket-given', '/help-desk', 'info', true, false, '2026-11-21', $2)`,
    [account, `notice ${serial}`],
  ],
  notice_setting: ({ account }) => [
    `insert into notice_setting (account_id, updated_at) values ($1, '2026-11-21')`,
    [account],
  ],
  notice_choice: ({ account, serial }) => [
    `insert into notice_choice (account_id, topic, channels, updated_at) values ($1, $2, '{app}', '2026-11-21')`,
    [account, `topic ${serial}`],
  ],
  push_subscription: ({ account, serial, session }) => [
    `insert into push_subscription (id, account_id, session_id, endpoint_hash, service, sealed, device, is_phone, created_at)
     values ($2, $1, $2, sha256($3::text::bytea), 'push.example', '', 'A browser', false, '2026-11-21')`,
    [account, session(), `${account} ${serial}`],
  ],
  push_message: ({ account, sessions: [first = ''] }) => [
    `insert into push_message (id, account_id, subscription_id, service, due_at, ends_at, created_at)
     values (gen_random_uuid(), $1, $2, 'push.example', '2026-11-21', '2026-11-22', '2026-11-21')`,
    [account, first],
  ],
  position: ({ slot, serial }) => [
    'insert into position (fix_at, received_at, device, lat_e7, lon_e7, flags, unfit) values ($2, $2, $1, 0, 0, 1, 0)',
    [slot, moment(serial)],
  ],
  device_alarm: ({ slot, serial }) => [
    `insert into device_alarm (device, at, name, received_at) values ($1, $2, 'SOS', $2)`,
    [slot, moment(serial)],
  ],
  raw_frame: ({ slot, serial }) => [
    `insert into raw_frame (received_at, device, protocol, count, frames) values ($2, $1, 'gt06', 1, '')`,
    [slot, moment(serial)],
  ],
};
