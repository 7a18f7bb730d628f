-- Speeding as it happens: a hint for people, raised from few positions and never evidence. What became of it after the trip is the violation, or nothing.
create table speeding_alert (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  driver_id uuid references driver (id) on delete set null,
  state text not null check (state in ('OPEN', 'ENDED')),
  -- By the device: the first position above the limit, the last, and the last that was looked at.
  from_at timestamptz not null,
  to_at timestamptz not null,
  seen_at timestamptz not null,
  raised_at timestamptz not null,
  end_cause text check (end_cause in ('SLOWED', 'NO_SIGNAL')),
  -- Where it was farthest above the limit.
  peak_at timestamptz not null,
  peak_kmh double precision not null,
  limit_kmh double precision not null,
  limit_source text not null,
  rule_id uuid,
  rule_version integer,
  road_id uuid not null,
  road_name text not null,
  peak_lat_e7 integer not null,
  peak_lon_e7 integer not null,
  fixes integer not null,
  -- Null until its trip was judged.
  checked_at timestamptz,
  violation_id uuid references violation (id) on delete set null,
  -- Two processes, or a second time after a stop, raise it once.
  unique (vehicle_id, from_at)
) with (fillfactor = 70);
create index speeding_alert_from_at_idx on speeding_alert (from_at desc, id desc);
create index speeding_alert_org_id_from_at_idx on speeding_alert (org_id, from_at desc, id desc);
create index speeding_alert_open_idx on speeding_alert (vehicle_id) where state = 'OPEN';
create index speeding_alert_violation_id_idx on speeding_alert (violation_id);
create index speeding_alert_driver_id_idx on speeding_alert (driver_id);
-- Not looked at after the trip yet.
create index speeding_alert_unchecked_idx on speeding_alert (from_at) where checked_at is null;
select fence_rows('speeding_alert');
grant select, insert, update, delete on speeding_alert to :app;
