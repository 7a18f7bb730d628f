-- Geofences, and what happened to vehicles at them.
create table geofence (
  id uuid primary key,
  name text not null,
  org_id uuid not null references organisation (id),
  kind text not null,
  points text not null,
  width_m integer,
  applies_to text not null,
  vehicle_group_id uuid,
  plates text[],
  on_enter boolean not null,
  on_exit boolean not null,
  dwell_min integer,
  cap_kmh integer,
  recipients text[],
  days text[],
  from_time text,
  to_time text,
  hysteresis_m integer,
  min_stay_s integer,
  unique (org_id, id),
  foreign key (org_id, vehicle_group_id) references vehicle_group (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index geofence_org_id_name_key on geofence (org_id, lower(name)) where deleted_at is null;
create index geofence_org_id_idx on geofence (org_id);
create index geofence_vehicle_group_id_idx on geofence (org_id, vehicle_group_id);
create index geofence_name_sort on geofence (lower(name), id) where deleted_at is null;
select fence_rows('geofence');
grant select, insert, update, delete on geofence to :app;
select list_rows('geofence');
grant select on geofence_all, geofence_rows to :app;

-- The vehicles that a geofence is for, where it is not for all of its organisation.
create table geofence_vehicle (
  geofence_id uuid not null references geofence (id) on delete cascade,
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  org_id uuid not null references organisation (id),
  primary key (geofence_id, vehicle_id)
);
create index geofence_vehicle_vehicle_id_idx on geofence_vehicle (vehicle_id);
select fence_rows('geofence_vehicle');
grant select, insert, update, delete on geofence_vehicle to :app;

-- Kept when the geofence is deleted, under the name that it had.
create table geofence_event (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  geofence_id uuid not null,
  geofence_name text not null,
  kind text not null check (kind in ('ENTER', 'EXIT', 'DWELL', 'SPEEDING', 'CROSSED')),
  -- By the device.
  at timestamptz not null,
  lat_e7 integer not null,
  lon_e7 integer not null,
  -- Hundredths of km/h.
  speed_ckmh integer,
  -- When the visit began.
  visit_at timestamptz not null,
  -- The geofence asks for it, at that time. What it does not ask for is kept as a visit.
  raised boolean not null,
  notified_at timestamptz,
  created_at timestamptz not null,
  -- Taking a position twice makes no second one.
  unique (vehicle_id, geofence_id, kind, at)
);
create index geofence_event_at_idx on geofence_event (at desc, id desc) where raised;
create index geofence_event_org_id_at_idx on geofence_event (org_id, at desc, id desc);
create index geofence_event_geofence_id_at_idx on geofence_event (geofence_id, at desc);
select fence_rows('geofence_event');
grant select, insert, update, delete on geofence_event to :app;

-- Vehicles that are in a geofence or about to change sides, and those whose positions came late.
create table geofence_state (
  vehicle_id uuid primary key references vehicle (id) on delete cascade,
  org_id uuid not null references organisation (id),
  state jsonb not null,
  -- From here on its visits are to be worked out again.
  late_from timestamptz
) with (fillfactor = 50);
select fence_rows('geofence_state');
grant select, insert, update, delete on geofence_state to :app;

-- What was stored up to here stands in geofence_state and geofence_event; the rest is read again after a stop.
create table geofence_mark (
  one boolean primary key default true check (one),
  received_at timestamptz not null
);
grant select, insert, update on geofence_mark to :app;

-- Which trip a moment of a vehicle belongs to.
create view trips_span with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, start_at, end_at from trip;
grant select on trips_span to :app;
