-- What completed trips add up to, for each vehicle, driver and day of India. A trip belongs whole to the day on which it began. Reports of
-- thousands of vehicles over months read this instead of their trips.
create table trip_day (
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null,
  driver_id uuid,
  day date not null,
  trips integer not null,
  distance_m double precision not null,
  duration_s double precision not null,
  moving_s double precision not null,
  idle_s double precision not null,
  gap_s double precision not null,
  idles integer not null,
  -- Parked between two trips of the day.
  stops integer not null,
  stopped_s double precision not null,
  max_kmh real,
  first_start_at timestamptz not null,
  last_end_at timestamptz not null,
  unique nulls not distinct (vehicle_id, day, org_id, driver_id)
);
create index trip_day_day_idx on trip_day (day, org_id);
create index trip_day_org_id_day_idx on trip_day (org_id, day);
create index trip_day_driver_id_day_idx on trip_day (driver_id, day);
select fence_rows('trip_day');
grant select, insert, update, delete on trip_day to :app;
-- Days are kept by the triggers below, whoever writes a trip and whatever rows they may see.
create policy trip_day_owner on trip_day to current_user using (true) with check (true);

create function india_day(at timestamptz) returns date language sql stable parallel safe
return (at at time zone 'Asia/Kolkata')::date;
create function india_midnight(day date) returns timestamptz language sql stable parallel safe
return day::timestamp at time zone 'Asia/Kolkata';

-- Adds days of vehicles up anew, each as of after everybody who wrote to them before.
create function add_up_trip_days(vehicles uuid[], days date[]) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  if vehicles is null then return; end if;
  perform pg_advisory_xact_lock(72, b.lock) from (
    select distinct abs(hashtext(v::text) % 64) as lock from unnest(vehicles) v order by 1) b;
  delete from trip_day d using unnest(vehicles, days) as k (vehicle_id, day) where d.vehicle_id = k.vehicle_id and d.day = k.day;
  insert into trip_day (org_id, vehicle_id, driver_id, day, trips, distance_m, duration_s, moving_s, idle_s, gap_s, idles, stops, stopped_s,
    max_kmh, first_start_at, last_end_at)
  select t.org_id, t.vehicle_id, t.driver_id, t.day, count(*), sum(t.distance_m), sum(extract(epoch from t.end_at - t.start_at)), sum(t.moving_s),
    sum(t.idle_s), sum(t.gap_s), sum(t.idles), count(t.next_at), coalesce(sum(greatest(0, extract(epoch from t.next_at - t.end_at))), 0),
    max(t.max_kmh), min(t.start_at), max(t.end_at)
  from (
    select t.*, k.day, lead(t.start_at) over (partition by t.org_id, t.vehicle_id, k.day order by t.start_at, t.id) as next_at,
      (select count(*) from jsonb_array_elements(t.stops) s where s ->> 'kind' = 'idle') as idles
    from unnest(vehicles, days) as k (vehicle_id, day)
      join trip t on t.vehicle_id = k.vehicle_id and t.start_at >= india_midnight(k.day) and t.start_at < india_midnight(k.day + 1)
  ) t
  where t.state <> 'LIVE' group by t.org_id, t.vehicle_id, t.driver_id, t.day;
end $$;

revoke all on function add_up_trip_days(uuid[], date[]) from public;

-- Trips that are in progress change every few seconds and are not in it: what they change is that the stop before them ended.
create function trip_days_written() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  vehicles uuid[];
  days date[];
begin
  case tg_op
    when 'INSERT' then
      select array_agg(k.vehicle_id), array_agg(k.day) into vehicles, days
      from (select distinct n.vehicle_id, india_day(n.start_at) as day from written n) k;
    when 'UPDATE' then
      select array_agg(k.vehicle_id), array_agg(k.day) into vehicles, days from (
        select o.vehicle_id, india_day(o.start_at) as day from former o join written n on n.id = o.id
          where o.state <> 'LIVE' or n.state <> 'LIVE' or n.start_at <> o.start_at
        union
        select n.vehicle_id, india_day(n.start_at) from former o join written n on n.id = o.id
          where o.state <> 'LIVE' or n.state <> 'LIVE' or n.start_at <> o.start_at) k;
    else
      select array_agg(k.vehicle_id), array_agg(k.day) into vehicles, days
      from (select distinct o.vehicle_id, india_day(o.start_at) as day from former o) k;
  end case;
  perform add_up_trip_days(vehicles, days);
  return null;
end $$;
create trigger trip_days_added after insert on trip
  referencing new table as written for each statement execute function trip_days_written();
create trigger trip_days_changed after update on trip
  referencing old table as former new table as written for each statement execute function trip_days_written();
create trigger trip_days_removed after delete on trip
  referencing old table as former for each statement execute function trip_days_written();

-- Trips that were stored before.
do $$
declare
  of_day date;
begin
  for of_day in select distinct india_day(start_at) from trip loop
    perform add_up_trip_days(array_agg(k.vehicle_id), array_agg(of_day)) from (
      select distinct vehicle_id from trip where start_at >= india_midnight(of_day) and start_at < india_midnight(of_day + 1)) k;
  end loop;
end $$;

-- What reports read of trips.
create view trips_trip with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7, end_lon_e7, distance_m,
    moving_s, idle_s, gap_s, max_kmh, stops
  from trip;
-- Days with those trips in progress that began on them.
create view trips_day with (security_invoker = true) as
  select org_id, vehicle_id, driver_id, day, trips, distance_m, duration_s, moving_s, idle_s, gap_s, idles, stops, stopped_s, max_kmh,
    first_start_at, last_end_at
  from trip_day
  union all
  select t.org_id, t.vehicle_id, t.driver_id, india_day(t.start_at), 1, t.distance_m, extract(epoch from t.end_at - t.start_at)::float8,
    t.moving_s, t.idle_s, t.gap_s, (select count(*) from jsonb_array_elements(t.stops) s where s ->> 'kind' = 'idle')::integer, 0, 0,
    t.max_kmh, t.start_at, t.end_at
  from trip t where t.state = 'LIVE';
create view trips_last_fix with (security_invoker = true) as
  select vehicle_id, fix_at from current_position;
grant select on trips_trip, trips_day, trips_last_fix to :app;

-- Visits of geofences: entries with their exits, and passages between two positions.
create index geofence_event_visit_idx on geofence_event (at, org_id, vehicle_id) where kind in ('ENTER', 'CROSSED');
create view geofences_visit with (security_invoker = true) as
  select e.id, e.org_id, e.vehicle_id, e.geofence_id, e.geofence_name, e.at as enter_at,
    case when e.kind = 'CROSSED' then e.at else x.at end as exit_at, e.lat_e7, e.lon_e7
  from geofence_event e left join geofence_event x on e.kind = 'ENTER' and x.vehicle_id = e.vehicle_id and x.geofence_id = e.geofence_id
    and x.kind = 'EXIT' and x.visit_at = e.visit_at and x.at >= e.at
  where e.kind in ('ENTER', 'CROSSED');
-- The entries alone, for counts.
create view geofences_entry with (security_invoker = true) as
  select id, org_id, vehicle_id, geofence_id, geofence_name, at as enter_at from geofence_event where kind in ('ENTER', 'CROSSED');
grant select on geofences_visit, geofences_entry to :app;
