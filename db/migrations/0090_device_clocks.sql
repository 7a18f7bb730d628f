-- How far the clocks of devices were from the server's, by the positions that came live: the median of a stretch of listening.
create table device_clock_session (
  device_id uuid not null references device (id) on delete cascade,
  -- By the device.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- Reception less the time of the position: the delay of the network is in it.
  offset_ms integer not null,
  samples integer not null,
  primary key (device_id, from_at)
);
select fence_behind('device_clock_session', 'device_id', 'device');
grant select, insert, update, delete on device_clock_session to :app;

-- Since when they are noted: of what was driven before nobody can know.
create table device_clock_begin (
  one boolean primary key default true check (one),
  at timestamptz not null
);
insert into device_clock_begin (at) values (now());
grant select on device_clock_begin to :app;

-- Checks that there were not yet when a violation was judged.
alter table violation add column not_checked text[] not null default '{}';
select set_config('app.scope', 'staff', true);
update violation x set not_checked = case
  when coalesce((select max(r.at) from violation_revision r where r.violation_id = x.id), x.created_at)
    < coalesce((select m.applied_at from schema_migration m where m.name = '0086_speeding_gates.sql'), now())
  then array['EXEMPT', 'CALIBRATION', 'CLOCK', 'GEOFENCE_LIMITS'] else array['CLOCK'] end;
select set_config('app.scope', '', true);
