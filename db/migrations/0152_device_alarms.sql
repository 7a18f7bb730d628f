-- Alarms as devices send them, with a place or without: a button that is pressed in a garage counts as well. What becomes of them is
-- kept by others; this is their log, and old rows go.
create table device_alarm (
  device integer not null,
  at timestamptz not null,
  name text not null,
  -- The same for all of a batch and for no other batch.
  received_at timestamptz not null,
  lat_e7 integer,
  lon_e7 integer,
  -- Hundredths of km/h.
  speed_ckmh integer,
  primary key (device, at, name)
);
create index device_alarm_received_at_idx on device_alarm (received_at);
-- Seen like positions: by whoever has the device, from then on when they had it.
alter table device_alarm enable row level security;
alter table device_alarm force row level security;
create policy device_alarm_scope on device_alarm using ((select scope_kind()) = 'staff'
  or exists (select from device d where d.slot = device_alarm.device
    and (d.owned_since is null or (device_alarm.at >= d.owned_since and device_alarm.received_at >= d.owned_since))));
grant select, insert, update, delete on device_alarm to :app;

-- Signals that the product had stored and not yet read when it was stopped.
insert into device_alarm (device, at, name, received_at, lat_e7, lon_e7, speed_ckmh)
  select p.device, p.fix_at, a.name, p.received_at, case when p.unfit = 0 then p.lat_e7 end, case when p.unfit = 0 then p.lon_e7 end,
    case when p.unfit = 0 then p.speed_ckmh end
  from incident_mark m
  join position p on p.received_at > m.received_at and p.flags & 16 <> 0
  cross join lateral jsonb_array_elements_text(p.attributes -> 'alarms') as a (name)
on conflict do nothing;

-- What becomes of an alarm, as an organisation wants it. A kind without a rule is handled as the product has it.
create table alarm_rule (
  id uuid primary key,
  name text not null,
  kind text not null,
  treatment text not null check (treatment in ('ACKNOWLEDGE', 'RECORD', 'IGNORE')),
  notify text not null check (notify in ('NOBODY', 'NORMAL', 'URGENT')),
  person_id uuid references account (id),
  tell_staff boolean not null default false,
  pause_min integer not null check (pause_min between 0 and 1440),
  org_id uuid not null references organisation (id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index alarm_rule_org_id_kind_key on alarm_rule (org_id, kind) where deleted_at is null;
create index alarm_rule_name_idx on alarm_rule (lower(name));
create index alarm_rule_person_id_idx on alarm_rule (person_id);
select fence_rows('alarm_rule');
grant select, insert, update, delete on alarm_rule to :app;
select list_rows('alarm_rule');
grant select on alarm_rule_all, alarm_rule_rows to :app;

-- Alarms of devices: one row as long as the device repeats it. Times are UTC.
create table alarm (
  id uuid primary key,
  what text not null,
  kind text not null,
  alarm_state text not null check (alarm_state in ('NEW', 'ACKNOWLEDGED', 'RECORDED', 'EMERGENCY')),
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id),
  driver_id uuid references driver (id),
  device text not null,
  -- By the clock of the device, where it has one.
  first_at timestamptz not null,
  last_at timestamptz not null,
  repeats integer not null default 0 check (repeats >= 0),
  -- When the product heard of it first.
  heard_at timestamptz not null,
  -- Where it was heard last, in degrees.
  place text,
  lat numeric check (lat between -90 and 90),
  lon numeric check (lon between -180 and 180),
  speed_kmh numeric,
  acknowledged_at timestamptz,
  acknowledged_by text,
  note text,
  notified_at timestamptz,
  incident_id uuid references incident (id),
  check ((lat is null) = (lon is null)),
  check ((alarm_state = 'ACKNOWLEDGED') = (acknowledged_at is not null)),
  check (last_at >= first_at),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index alarm_org_id_idx on alarm (org_id, last_at);
-- The alarm that a signal belongs to is looked for by its vehicle.
create index alarm_vehicle_id_idx on alarm (vehicle_id, kind, last_at);
create index alarm_driver_id_idx on alarm (driver_id);
create index alarm_incident_id_idx on alarm (incident_id);
create index alarm_last_at_sort on alarm (last_at, id) where deleted_at is null;
create index alarm_new_idx on alarm (org_id, last_at) where alarm_state = 'NEW' and status = 1 and deleted_at is null;
select fence_rows('alarm');
grant select, insert, update, delete on alarm to :app;
select list_rows('alarm');
grant select on alarm_all, alarm_rows to :app;

-- Up to where the log was made records of.
create table alarm_mark (
  only_one boolean primary key default true check (only_one),
  received_at timestamptz not null
);
grant select, insert, update on alarm_mark to :app;
