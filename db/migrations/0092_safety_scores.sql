-- Safety scores: what vehicles and drivers did on each day, what a score is made of, and the scores.

-- Harsh driving as devices report it. Positions are kept for some days only; these stay.
create table harsh_event (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  device_id uuid not null references device (id) on delete cascade,
  trip_id uuid not null references trip (id) on delete cascade,
  kind text not null check (kind in ('BRAKING', 'ACCELERATION', 'CORNERING')),
  at timestamptz not null,
  lat_e7 integer not null,
  lon_e7 integer not null
);
create index harsh_event_trip_id_idx on harsh_event (trip_id);
create index harsh_event_vehicle_id_at_idx on harsh_event (vehicle_id, at);
create index harsh_event_device_id_at_idx on harsh_event (device_id, at);
create index harsh_event_org_id_idx on harsh_event (org_id);
select fence_rows('harsh_event');
grant select, insert, delete on harsh_event to :app;

-- What a score is made of, from the first day of a month on.
create table safety_score_rule (
  id uuid primary key,
  name text not null,
  effective_from date not null,
  min_km integer not null,
  speeding_weight integer not null,
  minor_points integer not null,
  major_points integer not null,
  critical_points integer not null,
  braking_weight integer not null,
  braking_points integer not null,
  acceleration_weight integer not null,
  acceleration_points integer not null,
  cornering_weight integer not null,
  cornering_points integer not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index safety_score_rule_effective_from_key on safety_score_rule (effective_from) where deleted_at is null;
create index safety_score_rule_name_sort on safety_score_rule (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on safety_score_rule to :app;

-- What counts for scores, for each vehicle, day of India and driver at that moment.
create table safety_day (
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null,
  driver_id uuid,
  day date not null,
  distance_m bigint not null,
  -- Of it, with devices that report harsh driving.
  measured_m bigint not null,
  minor integer not null,
  major integer not null,
  critical integer not null,
  waiting_minor integer not null,
  waiting_major integer not null,
  waiting_critical integer not null,
  braking integer not null,
  acceleration integer not null,
  cornering integer not null,
  unique nulls not distinct (vehicle_id, day, org_id, driver_id)
);
create index safety_day_driver_id_day_idx on safety_day (driver_id, day);
create index safety_day_org_id_day_idx on safety_day (org_id, day);
create index safety_day_day_idx on safety_day (day);
select fence_rows('safety_day');
grant select, insert, update, delete on safety_day to :app;

-- Scores of periods: 'LAST30', or a month like '2026-11'.
create table safety_score (
  org_id uuid not null references organisation (id),
  subject text not null check (subject in ('VEHICLE', 'DRIVER')),
  subject_id uuid not null,
  period text not null,
  from_day date not null,
  to_day date not null,
  rule_id uuid not null references safety_score_rule (id),
  distance_m bigint not null,
  measured_m bigint not null,
  minor integer not null,
  major integer not null,
  critical integer not null,
  waiting_minor integer not null,
  waiting_major integer not null,
  waiting_critical integer not null,
  braking integer not null,
  acceleration integer not null,
  cornering integer not null,
  -- Null: not enough was driven.
  score double precision,
  -- The score if all that waits for review were confirmed.
  score_if_confirmed double precision,
  primary key (subject_id, subject, period, org_id)
);
create index safety_score_org_id_idx on safety_score (org_id, period, subject, score);
create index safety_score_period_idx on safety_score (period, subject, score);
create index safety_score_rule_id_idx on safety_score (rule_id);
select fence_rows('safety_score');
grant select, insert, update, delete on safety_score to :app;

-- Days that are to be added up again. Rows are only added: one that a change adds while the day is being added up is for the next time.
create table safety_due (
  id bigint generated always as identity primary key,
  vehicle_id uuid not null,
  day date not null
);
select fence_behind('safety_due', 'vehicle_id', 'vehicle');
create policy safety_due_owner on safety_due to current_user using (true) with check (true);
grant select, insert, update, delete on safety_due to :app;

-- What the nights have found when they worked out days and scores again.
create table safety_proof (
  day date primary key,
  days integer not null,
  scores integer not null,
  -- Of both, those that were not what they should be. They were put right.
  wrong integer not null,
  at timestamptz not null
);
grant select, insert, update, delete on safety_proof to :app;

create or replace view trips_trip with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7, end_lon_e7, distance_m,
    moving_s, idle_s, gap_s, max_kmh, stops, device_id
  from trip;

-- Vehicles that are being deleted have no days.
create function note_safety_days(vehicles uuid[], days date[]) returns void language sql set search_path = public, pg_temp
begin atomic
  insert into safety_due (vehicle_id, day)
  select distinct k.vehicle_id, k.day from unnest(vehicles, days) as k (vehicle_id, day)
  where exists (select from vehicle v where v.id = k.vehicle_id);
end;
revoke all on function note_safety_days(uuid[], date[]) from public;

-- Completed trips are other ones: distances of days are.
create function safety_of_trips() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_op
    when 'INSERT' then
      perform note_safety_days(array_agg(n.vehicle_id), array_agg(india_day(n.start_at))) from written n where n.state <> 'LIVE';
    when 'UPDATE' then
      perform note_safety_days(array_agg(k.vehicle_id), array_agg(k.day)) from (
        select o.vehicle_id, india_day(o.start_at) as day from former o join written n on n.id = o.id where o.state <> 'LIVE' or n.state <> 'LIVE'
        union
        select n.vehicle_id, india_day(n.start_at) from written n where n.state <> 'LIVE') k;
    else
      perform note_safety_days(array_agg(o.vehicle_id), array_agg(india_day(o.start_at))) from former o where o.state <> 'LIVE';
  end case;
  return null;
end $$;
create trigger safety_trips_added after insert on trip referencing new table as written for each statement execute function safety_of_trips();
create trigger safety_trips_changed after update on trip
  referencing old table as former new table as written for each statement execute function safety_of_trips();
create trigger safety_trips_removed after delete on trip referencing old table as former for each statement execute function safety_of_trips();

-- A violation is found, decided or another one.
create function safety_of_violations() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  case tg_op
    when 'INSERT' then
      perform note_safety_days(array_agg(n.vehicle_id), array_agg(india_day(n.from_at))) from written n;
    when 'UPDATE' then
      perform note_safety_days(array_agg(k.vehicle_id), array_agg(k.day)) from (
        select unnest(array[o.vehicle_id, n.vehicle_id]) as vehicle_id, unnest(array[india_day(o.from_at), india_day(n.from_at)]) as day
        from former o join written n on n.id = o.id
        where (o.org_id, o.vehicle_id, o.driver_id, o.state, o.severity, o.from_at)
          is distinct from (n.org_id, n.vehicle_id, n.driver_id, n.state, n.severity, n.from_at)) k;
    else
      perform note_safety_days(array_agg(o.vehicle_id), array_agg(india_day(o.from_at))) from former o;
  end case;
  return null;
end $$;
create trigger safety_violations_added after insert on violation
  referencing new table as written for each statement execute function safety_of_violations();
create trigger safety_violations_changed after update on violation
  referencing old table as former new table as written for each statement execute function safety_of_violations();
create trigger safety_violations_removed after delete on violation
  referencing old table as former for each statement execute function safety_of_violations();

-- Harsh driving is noted or removed. A device counts as one that reports it from the day of its first report: when another one is the first,
-- so are the days between.
create function safety_of_harsh_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed record;
begin
  for changed in
    select w.device_id, min(w.at) as first_at, array_agg(w.vehicle_id) as vehicles, array_agg(india_day(w.at)) as days,
      (select min(h.at) from harsh_event h where h.device_id = w.device_id and not exists (select from touched x where x.id = h.id)) as other_at
    from touched w group by w.device_id
  loop
    perform note_safety_days(changed.vehicles, changed.days);
    if changed.other_at is null or india_day(changed.other_at) > india_day(changed.first_at) then
      perform note_safety_days(array_agg(t.vehicle_id), array_agg(india_day(t.start_at))) from trip t
      where t.device_id = changed.device_id and t.start_at >= india_midnight(india_day(changed.first_at))
        and (changed.other_at is null or t.start_at < india_midnight(india_day(changed.other_at)));
    end if;
  end loop;
  return null;
end $$;
create trigger safety_harsh_added after insert on harsh_event
  referencing new table as touched for each statement execute function safety_of_harsh_events();
create trigger safety_harsh_removed after delete on harsh_event
  referencing old table as touched for each statement execute function safety_of_harsh_events();

-- Who drove is another one, for as long as an assignment is longer, shorter, new or gone.
create function safety_of_assignments() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  spans tstzrange[];
  vehicles uuid[];
begin
  if tg_op = 'UPDATE' and old.vehicle_id = new.vehicle_id and old.driver_id = new.driver_id and old.from_at = new.from_at then
    vehicles := array[new.vehicle_id];
    spans := array[tstzrange(least(coalesce(old.to_at, 'infinity'), coalesce(new.to_at, 'infinity')),
      greatest(coalesce(old.to_at, 'infinity'), coalesce(new.to_at, 'infinity')))];
  elsif tg_op = 'UPDATE' then
    vehicles := array[old.vehicle_id, new.vehicle_id];
    spans := array[tstzrange(old.from_at, old.to_at), tstzrange(new.from_at, new.to_at)];
  elsif tg_op = 'INSERT' then
    vehicles := array[new.vehicle_id];
    spans := array[tstzrange(new.from_at, new.to_at)];
  else
    vehicles := array[old.vehicle_id];
    spans := array[tstzrange(old.from_at, old.to_at)];
  end if;
  perform note_safety_days(array_agg(k.vehicle_id), array_agg(k.day)) from (
    select t.vehicle_id, india_day(t.start_at) as day from unnest(vehicles, spans) as s (vehicle_id, span)
      join trip t on t.vehicle_id = s.vehicle_id and t.end_at >= lower(s.span) and (upper_inf(s.span) or t.start_at <= upper(s.span))
    union
    select x.vehicle_id, india_day(x.from_at) from unnest(vehicles, spans) as s (vehicle_id, span)
      join violation x on x.vehicle_id = s.vehicle_id and s.span @> x.from_at
    union
    select h.vehicle_id, india_day(h.at) from unnest(vehicles, spans) as s (vehicle_id, span)
      join harsh_event h on h.vehicle_id = s.vehicle_id and s.span @> h.at) k;
  return null;
end $$;
create trigger safety_assignments after insert or update or delete on driver_assignment
  for each row execute function safety_of_assignments();

-- What was driven before.
insert into safety_due (vehicle_id, day) select distinct d.vehicle_id, d.day from trip_day d where d.day > current_date - 400;
