-- Trips that ended and were not matched to roads yet.
create table trip_ended (
  trip_id uuid primary key references trip (id) on delete cascade,
  due_at timestamptz not null,
  tries integer not null default 0
);
create index trip_ended_due_at_idx on trip_ended (due_at);
select fence_behind('trip_ended', 'trip_id', 'trip');
grant select, insert, update, delete on trip_ended to :app;
select set_config('app.scope', 'staff', true);
insert into trip_ended (trip_id, due_at)
  select t.id, t.end_at from trip t join trip_track k on k.trip_id = t.id where t.end_at > now() - interval '7 days';
select set_config('app.scope', '', true);

create or replace view vehicles_category with (security_invoker = true) as
  select id, name, is_transport, licence_classes, speed_class from vehicle_category;

-- A trip on the roads as they were known when it was matched.
create table trip_match (
  trip_id uuid primary key references trip (id) on delete cascade,
  org_id uuid not null references organisation (id),
  matched_at timestamptz not null,
  fixes integer not null,
  matched_fixes integer not null,
  distance_m double precision not null,
  -- Mean of the matched fixes; null when none was.
  confidence real,
  -- Routes and places, JSON, deflated.
  packed bytea not null
);
alter table trip_match alter column packed set storage external;
select fence_rows('trip_match');
grant select, insert, update, delete on trip_match to :app;

-- Speeding of a vehicle under one limit.
create table violation (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  driver_id uuid references driver (id) on delete set null,
  device_id uuid not null references device (id) on delete cascade,
  -- Null when the trip was cut anew and no longer holds it.
  trip_id uuid references trip (id) on delete set null,
  state text not null default 'TO_REVIEW' check (state in ('TO_REVIEW', 'CONFIRMED', 'DISMISSED', 'WITHDRAWN')),
  tier text not null check (tier in ('EVIDENCE', 'REVIEW')),
  severity text not null check (severity in ('NONE', 'MINOR', 'MAJOR', 'CRITICAL')),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at >= from_at),
  road_id uuid not null,
  road_name text not null,
  peak_lat_e7 integer not null,
  peak_lon_e7 integer not null,
  limit_kmh real not null,
  limit_source text not null check (limit_source <> 'NONE'),
  rule_id uuid,
  rule_version integer,
  threshold_kmh real not null,
  statutory_tolerance_pct real not null,
  company_buffer_kmh real not null,
  configuration_id uuid,
  configuration_name text,
  configuration_version integer,
  speed_class text not null,
  peak_kmh real not null,
  mean_kmh real not null,
  length_m real not null,
  confidence real not null,
  fixes integer not null,
  segments jsonb not null,
  evidence jsonb,
  refused jsonb not null,
  -- Of half a minute before to half a minute after.
  track jsonb not null,
  hash text not null,
  revision integer not null default 1,
  assigned_to uuid references account (id) on delete set null,
  assigned_at timestamptz,
  decided_by uuid references account (id) on delete set null,
  decided_at timestamptz,
  reason_id uuid references purpose (id),
  note text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index violation_to_review_idx on violation (from_at desc, id desc) where state = 'TO_REVIEW';
create index violation_from_at_idx on violation (from_at desc, id desc);
create index violation_org_id_from_at_idx on violation (org_id, from_at desc, id desc);
create index violation_vehicle_id_from_at_idx on violation (vehicle_id, from_at desc, id desc);
create index violation_driver_id_from_at_idx on violation (driver_id, from_at desc, id desc);
create index violation_trip_id_idx on violation (trip_id);
create index violation_road_id_idx on violation (road_id);
create index violation_rule_id_idx on violation (rule_id, rule_version);
create index violation_reason_id_idx on violation (reason_id);
create index violation_assigned_to_idx on violation (assigned_to);
create index violation_decided_by_idx on violation (decided_by);
select fence_rows('violation');
grant select, insert, update, delete on violation to :app;

-- What a violation was before it was judged anew, and why it was.
create table violation_revision (
  violation_id uuid not null references violation (id) on delete cascade,
  revision integer not null,
  org_id uuid not null references organisation (id),
  at timestamptz not null,
  why text not null,
  summary text not null,
  hash text not null,
  primary key (violation_id, revision)
);
create index violation_revision_org_id_idx on violation_revision (org_id);
select fence_rows('violation_revision');
grant select, insert, update, delete on violation_revision to :app;

-- Reasons to choose from.
create view helpdesk_purpose with (security_invoker = true) as
  select id, name, code, applies_to, needs_note, position, status, deleted_at from purpose;
grant select on helpdesk_purpose to :app;
