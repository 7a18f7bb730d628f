-- Devices, what they send, where vehicles are and the trips they made.
create table device (
  id uuid primary key,
  identifier text not null,
  org_id uuid not null references organisation (id),
  category_id uuid not null references device_category (id),
  serial_no text,
  iccid text,
  sim_number text,
  vendor text,
  model_name text,
  firmware text,
  secret text,
  secret_sealed text,
  secret_hash text,
  checksum text,
  trip_rule text,
  interval_s integer,
  tac_no text,
  tac_upto date,
  activated_on date,
  warranty_upto date,
  subscription_upto date,
  enforcement_no text,
  enforcement_upto date,
  note text,
  -- What people say of it; what is heard of it decides while it is in use.
  situation text not null default 'IN_USE' check (situation in ('IN_USE', 'FAULTY', 'RETIRED')),
  situation_note text,
  state text not null default 'IN_STOCK'
    check (state in ('IN_STOCK', 'ASSIGNED', 'ACTIVE', 'OFFLINE', 'LONG_OFFLINE', 'FAULTY', 'RETIRED')),
  vehicle_id uuid references vehicle (id) on delete set null,
  last_seen_at timestamptz,
  -- Since when it is its owner's; null: since ever. What it sent before is not theirs to see.
  owned_since timestamptz,
  -- Names it in positions and frames, where sixteen bytes are too many.
  slot integer generated always as identity unique,
  unique (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
-- A device names itself and nothing else when it connects: nobody else's may have the same name.
create unique index device_identifier_key on device (lower(identifier)) where deleted_at is null;
create unique index device_serial_no_key on device (lower(serial_no)) where deleted_at is null and serial_no is not null;
create index device_org_id_idx on device (org_id);
create index device_category_id_idx on device (category_id);
create index device_vehicle_id_idx on device (vehicle_id);
create index device_identifier_sort on device (lower(identifier), id) where deleted_at is null;
create index device_org_id_identifier_sort on device (org_id, lower(identifier), id) where deleted_at is null;
create index device_state_identifier_sort on device (state, lower(identifier), id) where deleted_at is null;
create index device_last_seen_at_sort on device (last_seen_at, id) where deleted_at is null;
create index device_identifier_trgm on device using gin (identifier gin_trgm_ops);
create index device_serial_no_trgm on device using gin (serial_no gin_trgm_ops);
create index device_iccid_trgm on device using gin (iccid gin_trgm_ops);
create index device_sim_number_trgm on device using gin (sim_number gin_trgm_ops);
create index device_vendor_trgm on device using gin (vendor gin_trgm_ops);
create index device_model_name_trgm on device using gin (model_name gin_trgm_ops);
select fence_rows('device');
grant select, insert, update, delete on device to :app;

-- Which vehicle carried which device, and when. Periods are half-open; one device a vehicle and one vehicle a device at any instant.
create table device_binding (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  device_id uuid not null references device (id) on delete cascade,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz check (to_at > from_at),
  end_reason text,
  created_at timestamptz not null,
  created_by uuid,
  exclude using gist (device_id with =, tstzrange(from_at, to_at) with &&),
  exclude using gist (vehicle_id with =, tstzrange(from_at, to_at) with &&)
);
create index device_binding_org_id_idx on device_binding (org_id);
create index device_binding_device_id_idx on device_binding (device_id, from_at);
create index device_binding_vehicle_id_idx on device_binding (vehicle_id, from_at);
select fence_rows('device_binding');
grant select, insert, update, delete on device_binding to :app;

-- Every fix that a device sent, as evidence. They say of no organisation: they are reached through the device, its bindings and trips.
create table position (
  fix_at timestamptz not null,
  -- The same for all of a batch and for no other batch: what was stored since a moment is told by it.
  received_at timestamptz not null,
  device integer not null,
  lat_e7 integer not null,
  lon_e7 integer not null,
  -- Hundredths of km/h, centimetres, tenths of a degree, hundredths.
  speed_ckmh integer,
  accuracy_cm integer,
  course_ddeg smallint,
  altitude_m smallint,
  satellites smallint,
  hdop_c smallint,
  -- 1 valid, 2 ignition known, 4 ignition on, 8 archived, 16 alarm.
  flags smallint not null,
  -- Why it drives nothing; 0: it does.
  unfit smallint not null,
  attributes jsonb,
  primary key (device, fix_at)
) partition by range (fix_at);
create index position_received_at_idx on position using brin (received_at);
grant select, insert, update on position to :app;

-- What a device sent, byte for byte: the frames of one device in one batch, each behind its length (2 bytes, big-endian).
create table raw_frame (
  received_at timestamptz not null,
  device integer not null,
  protocol text not null,
  count smallint not null,
  frames bytea not null,
  primary key (device, received_at)
) partition by range (received_at);
grant select, insert on raw_frame to :app;

-- Makes the partitions of a day, UTC. Attached, not created in place: writers and readers of other days go on meanwhile.
create function keep_tracking_day(tracked text, day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := tracked || to_char(day, '"_"YYYYMMDD');
  from_at timestamptz := day::timestamp at time zone 'UTC';
  to_at timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if tracked not in ('position', 'raw_frame') then
    raise exception 'not kept by day: %', tracked;
  end if;
  perform pg_advisory_xact_lock(7240532);
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', part, tracked);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', tracked, part, from_at, to_at);
end $$;

-- Drops the partitions of days before `day` to which nothing was added since. Gives how many.
create function drop_tracking_days(tracked text, day date) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text;
  used boolean;
  dropped integer := 0;
begin
  if tracked not in ('position', 'raw_frame') then
    raise exception 'not kept by day: %', tracked;
  end if;
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = tracked::regclass and c.relname < tracked || to_char(day, '"_"YYYYMMDD')
  loop
    execute format('select exists (select 1 from %I where received_at >= $1)', part)
      into used using day::timestamp at time zone 'UTC';
    if not used then
      execute format('drop table %I', part);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
revoke all on function keep_tracking_day(text, date), drop_tracking_days(text, date) from public;
grant execute on function keep_tracking_day(text, date), drop_tracking_days(text, date) to :app;

-- What is known of a device from what it sends.
create table device_live (
  device_id uuid primary key references device (id) on delete cascade,
  last_seen_at timestamptz not null,
  last_fix_at timestamptz,
  protocol text not null,
  address text,
  connected boolean not null default false,
  -- Nothing but its name says that it is this device.
  proven boolean not null default false,
  frames bigint not null default 0,
  bad_frames bigint not null default 0,
  bad_checksums bigint not null default 0,
  unfit_fixes bigint not null default 0,
  -- The server's clock less the device's at its last live fix.
  clock_offset_s real,
  battery_v real,
  battery_percent real,
  power_v real,
  charging boolean,
  last_alarm text,
  last_alarm_at timestamptz
) with (fillfactor = 70);
grant select, insert, update, delete on device_live to :app;

-- Who knocked and is not known. Never more than a thousand.
create table unknown_device (
  protocol text not null,
  identifier text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  tries bigint not null,
  address text,
  primary key (protocol, identifier)
);
grant select, insert, update, delete on unknown_device to :app;

-- Where a vehicle is: the latest fix that drives something, never one before it.
create table current_position (
  vehicle_id uuid primary key references vehicle (id) on delete cascade,
  binding_id uuid not null references device_binding (id) on delete cascade,
  fix_at timestamptz not null,
  received_at timestamptz not null,
  lat_e7 integer not null,
  lon_e7 integer not null,
  speed_ckmh integer,
  accuracy_cm integer,
  course_ddeg smallint,
  satellites smallint,
  ignition boolean,
  odometer_m double precision,
  battery_v real,
  moving boolean not null,
  trip_start_at timestamptz
) with (fillfactor = 50);
grant select, insert, update, delete on current_position to :app;

-- What the cutter remembers of a binding between two fixes.
create table track_state (
  binding_id uuid primary key references device_binding (id) on delete cascade,
  state jsonb not null,
  -- Fixes came late: from here on its trips are to be cut again.
  dirty_from timestamptz
) with (fillfactor = 50);
grant select, insert, update, delete on track_state to :app;

-- What was stored up to here stands in track_state, trip and current_position; the rest is read again after a stop.
create table track_checkpoint (
  one boolean primary key default true check (one),
  received_at timestamptz not null
);
grant select, insert, update on track_checkpoint to :app;

create table trip (
  id uuid primary key,
  -- Whose the vehicle was when it began, and who drove it then.
  org_id uuid not null references organisation (id),
  binding_id uuid not null references device_binding (id) on delete cascade,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  driver_id uuid references driver (id) on delete set null,
  state text not null check (state in ('LIVE', 'CLOSED', 'REOPENED')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  start_lat_e7 integer not null,
  start_lon_e7 integer not null,
  end_lat_e7 integer not null,
  end_lon_e7 integer not null,
  distance_m double precision not null,
  moving_s double precision not null,
  idle_s double precision not null,
  gap_s double precision not null,
  max_kmh real,
  points integer not null,
  dropped integer not null,
  jump_legs integer not null,
  seconds_over real[],
  stops jsonb not null default '[]',
  -- The fix that settled its end, and what the cutter remembered right after it: cutting again begins behind it.
  settled_at timestamptz,
  after_state jsonb,
  updated_at timestamptz not null,
  unique (binding_id, start_at)
) with (fillfactor = 80);
-- At most one of each binding: the one that may yet go on.
create index trip_unsettled_idx on trip (binding_id) where settled_at is null;
create index trip_org_id_start_at_idx on trip (org_id, start_at, id);
create index trip_vehicle_id_start_at_idx on trip (vehicle_id, start_at, id);
create index trip_driver_id_start_at_idx on trip (driver_id, start_at, id);
create index trip_device_id_start_at_idx on trip (device_id, start_at, id);
create index trip_start_at_idx on trip (start_at, id);
-- Few at any time, and asked for most.
create index trip_live_idx on trip (start_at, id) where state = 'LIVE';
select fence_rows('trip');
grant select, insert, update, delete on trip to :app;

-- The track of a trip that ended, packed.
create table trip_track (
  trip_id uuid primary key references trip (id) on delete cascade,
  fixes integer not null,
  packed bytea not null
);
alter table trip_track alter column packed set storage external;
grant select, insert, update, delete on trip_track to :app;

-- What was before a vehicle's first owner is known to be theirs as well: old logs may be sent for it. Later owners see what is of their time.
alter table vehicle_owner add column is_first boolean not null default false;
select set_config('app.scope', 'staff', true);
update vehicle_owner o set is_first = true
  where not exists (select from vehicle_owner e where e.vehicle_id = o.vehicle_id and e.from_at < o.from_at);
select set_config('app.scope', '', true);
