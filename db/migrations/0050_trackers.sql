-- A clock that is wrong: what its owner says of it. Without a rule its times are taken as they are.
alter table device
  add clock_rule text check (clock_rule in ('OFFSET', 'ARRIVAL')),
  add clock_offset_min smallint check (clock_offset_min between -840 and 840);
select list_rows('device');

-- Messages of kinds that no reader has: how many, and how often each kind came.
alter table device_live
  add unread_frames bigint not null default 0,
  add unread_kinds jsonb not null default '{}';

-- Why a trip began and ended, and how many of its fixes moved although the wire says that the ignition is off. Null: of before this was known.
alter table trip
  add began_by text check (began_by in ('MOVED', 'AWAY', 'HEARD')),
  add ended_by text check (ended_by in ('STOOD', 'IGNITION_OFF', 'SILENCE')),
  add off_points integer not null default 0;

create or replace view devices_device with (security_invoker = true) as
  select id, org_id, identifier, category_id, slot, checksum, secret_hash, trip_rule, interval_s, situation, owned_since, status, deleted_at,
    model_name, clock_rule, clock_offset_min
  from device;
create or replace view trips_quality with (security_invoker = true) as
  select org_id, device_id, start_at, points, dropped, jump_legs, off_points from trip;
