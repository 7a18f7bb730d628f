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
grant select, insert, update, delete on device_alarm to :app;

-- Signals that the product had stored and not yet read when it was stopped.
insert into device_alarm (device, at, name, received_at, lat_e7, lon_e7, speed_ckmh)
  select p.device, p.fix_at, a.name, p.received_at, case when p.unfit = 0 then p.lat_e7 end, case when p.unfit = 0 then p.lon_e7 end,
    case when p.unfit = 0 then p.speed_ckmh end
  from incident_mark m
  join position p on p.received_at > m.received_at and p.flags & 16 <> 0
  cross join lateral jsonb_array_elements_text(p.attributes -> 'alarms') as a (name)
on conflict do nothing;
