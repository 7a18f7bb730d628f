-- Off duty: where a vehicle is that its driver takes home stays hidden from the client outside working hours. See
-- docs/decisions/maps/0036-off-duty-hiding.md.
create table off_duty_rule (
  id uuid primary key,
  name text not null,
  org_id uuid not null references organisation (id),
  -- Null: of all vehicles.
  vehicle_group_id uuid,
  days text[],
  from_time text,
  to_time text,
  note text,
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
create unique index off_duty_rule_org_id_name_key on off_duty_rule (org_id, lower(name)) where deleted_at is null;
create index off_duty_rule_org_id_idx on off_duty_rule (org_id);
create index off_duty_rule_vehicle_group_id_idx on off_duty_rule (org_id, vehicle_group_id);
create index off_duty_rule_name_sort on off_duty_rule (lower(name), id) where deleted_at is null;
select fence_rows('off_duty_rule');
select list_rows('off_duty_rule');
grant select, insert, update, delete on off_duty_rule to :app;
grant select on off_duty_rule_all, off_duty_rule_rows to :app;

-- What a rule said, and from when to when. A row stays when its rule is changed, switched off or deleted: what was hidden once stays so.
create table off_duty_version (
  id uuid primary key,
  rule_id uuid not null,
  org_id uuid not null references organisation (id),
  from_at timestamptz not null,
  upto timestamptz check (upto >= from_at),
  -- Working days, 0 is Monday; none: every day. Minutes of the day of India; an end that is not behind the beginning is on the next day.
  days smallint[] not null,
  from_min smallint not null check (from_min between 0 and 1439),
  to_min smallint not null check (to_min between 0 and 1439),
  -- Null: all vehicles of the organisation.
  vehicle_ids uuid[]
);
create unique index off_duty_version_open_key on off_duty_version (rule_id) where upto is null;
create index off_duty_version_org_id_idx on off_duty_version (org_id);
select fence_rows('off_duty_version');
create policy off_duty_version_owner on off_duty_version for select to current_user using (true);
create policy driver_assignment_owner on driver_assignment for select to current_user using (true);
-- A version may end, once. Nothing else of it changes, and none is deleted.
grant select, insert, update (upto) on off_duty_version to :app;
create function keep_off_duty_version() returns trigger language plpgsql as $$
begin
  raise exception 'A version of an off-duty rule does not change after it ended' using errcode = 'check_violation';
end $$;
create trigger off_duty_version_ends_once before update on off_duty_version for each row
  when (old.upto is not null or new.upto is null) execute function keep_off_duty_version();

-- Who is deleted permanently takes their assignments along: that somebody had the vehicle then is kept, so that nothing that was hidden shows.
create table off_duty_taken (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at)
);
create index off_duty_taken_vehicle_id_idx on off_duty_taken (vehicle_id, from_at);
create index off_duty_taken_org_id_idx on off_duty_taken (org_id);
select fence_rows('off_duty_taken');
create policy off_duty_taken_owner on off_duty_taken for select to current_user using (true);
grant select on off_duty_taken to :app;
create function keep_taken() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not exists (select from driver d where d.id = old.driver_id) and exists (select from vehicle v where v.id = old.vehicle_id)
    and coalesce(old.to_at, now()) > old.from_at then
    insert into off_duty_taken (id, org_id, vehicle_id, from_at, to_at)
      values (old.id, old.org_id, old.vehicle_id, old.from_at, coalesce(old.to_at, now()));
  end if;
  return null;
end $$;
create trigger driver_assignment_taken after delete on driver_assignment for each row execute function keep_taken();
create view duty_period with (security_invoker = true) as
  select org_id, vehicle_id, from_at, to_at from driver_assignment
  union all select org_id, vehicle_id, from_at, to_at from off_duty_taken;
grant select on duty_period to :app;

-- Whether a moment is within working hours. The same as isWithin in telematics/geofences/schedule.ts; a test asks both.
create function off_duty_works(days smallint[], from_min integer, to_min integer, at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select case when from_min < to_min then minute >= from_min and minute < to_min and begins
    else minute >= from_min and begins or minute < to_min and began end
  from (select extract(hour from local)::integer * 60 + extract(minute from local)::integer as minute,
      cardinality(days) = 0 or extract(isodow from local)::integer - 1 = any (days) as begins,
      cardinality(days) = 0 or (extract(isodow from local)::integer + 5) % 7 = any (days) as began
    from (select at at time zone 'UTC' + interval '330 minutes' as local) l) d
$$;

-- Whether a vehicle was off duty at a moment: somebody was assigned to it, a rule was for it, and none said that it worked. An emergency
-- shows where it is: one that was raised by its device or by staff.
create function off_duty_at(vehicle uuid, at timestamptz) returns boolean
language plpgsql stable security definer parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  org uuid;
  works boolean;
begin
  select a.org_id into org from duty_period a
   where a.vehicle_id = vehicle and a.from_at <= at and (a.to_at is null or a.to_at > at) limit 1;
  if org is null then return false; end if;
  select bool_or(off_duty_works(v.days, v.from_min, v.to_min, at)) into works from off_duty_version v
   where v.org_id = org and v.from_at <= at and (v.upto is null or v.upto > at) and (v.vehicle_ids is null or vehicle = any (v.vehicle_ids));
  -- Null: there is no rule for it.
  if works is distinct from false then return false; end if;
  return not exists (select from incident i where i.vehicle_id = vehicle and i.source in ('DEVICE', 'STAFF') and not i.is_test
    and i.deleted_at is null and i.raised_at <= at and (i.closed_at is null or i.closed_at > at));
end $$;

-- The first moment of a time, both ends of it in it, at which a vehicle was off duty; null where it never was. Being off duty begins with an
-- assignment, with a version, with its end, with the end of the working hours, and when an emergency is over.
create function off_duty_from(vehicle uuid, began timestamptz, ended timestamptz) returns timestamptz
language plpgsql stable security definer parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  orgs uuid[];
  versions uuid[];
begin
  select array_agg(distinct a.org_id) into orgs from duty_period a
   where a.vehicle_id = vehicle and a.from_at <= ended and (a.to_at is null or a.to_at > began);
  if orgs is null then return null; end if;
  select array_agg(v.id) into versions from off_duty_version v
   where v.org_id = any (orgs) and v.from_at <= ended and (v.upto is null or v.upto >= began)
     and (v.vehicle_ids is null or vehicle = any (v.vehicle_ids));
  if versions is null then return null; end if;
  if off_duty_at(vehicle, began) then return began; end if;
  return (select min(c.at) from (
      select a.from_at as at from duty_period a where a.vehicle_id = vehicle and a.from_at between began and ended
      union all select v.from_at from off_duty_version v where v.id = any (versions) and v.from_at between began and ended
      union all select v.upto from off_duty_version v where v.id = any (versions) and v.upto between began and ended
      union all select i.closed_at from incident i where i.vehicle_id = vehicle and i.closed_at between began and ended
      union all select (d.day + make_interval(mins => v.to_min - 330)) at time zone 'UTC' from off_duty_version v
        cross join generate_series(date_trunc('day', began at time zone 'UTC' + interval '330 minutes'),
          ended at time zone 'UTC' + interval '330 minutes', interval '1 day') as d (day)
        where v.id = any (versions)) c
    where c.at between began and ended and off_duty_at(vehicle, c.at));
end $$;

-- Whether a position that a device sent is one of a vehicle that was off duty.
create function off_duty_of_device(slot integer, at timestamptz) returns boolean
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select coalesce(bool_or(off_duty_at(b.vehicle_id, $2)), false) from device d
    join device_binding b on b.device_id = d.id and b.from_at <= $2 and (b.to_at is null or b.to_at > $2)
  where d.slot = $1
$$;

-- Whether a vehicle was off duty when it was heard of last.
create function off_duty_now(vehicle uuid) returns boolean
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select coalesce((select off_duty_at(c.vehicle_id, c.fix_at) from current_position c where c.vehicle_id = vehicle), false)
$$;

-- Whether there is any rule of those whose rows are seen, and whether they are hidden from: staff see everything. Asked once for a statement.
create function off_duty_known() returns boolean language sql stable parallel safe
return exists (select from off_duty_version v);
create function off_duty_hides() returns boolean language sql stable parallel safe
return scope_kind() = '' and exists (select from off_duty_version v);

-- The wall: whole rows of a time off duty are seen by no client, whatever a statement forgets.
create policy geofence_event_off_duty on geofence_event as restrictive for select to :app
  using (not (select off_duty_hides()) or not off_duty_at(vehicle_id, at));
create policy speeding_alert_off_duty on speeding_alert as restrictive for select to :app
  using (not (select off_duty_hides()) or off_duty_from(vehicle_id, from_at, to_at) is null);
create policy harsh_event_off_duty on harsh_event as restrictive for select to :app
  using (not (select off_duty_hides()) or not off_duty_at(vehicle_id, at));
create policy current_position_off_duty on current_position as restrictive for select to :app
  using (not (select off_duty_hides()) or not off_duty_at(vehicle_id, fix_at));
create policy position_off_duty on position as restrictive for select to :app
  using (not (select off_duty_hides()) or not off_duty_of_device(device, fix_at));
create policy device_alarm_off_duty on device_alarm as restrictive for select to :app
  using (not (select off_duty_hides()) or not off_duty_of_device(device, at));
-- A frame holds positions of any time.
create policy raw_frame_off_duty on raw_frame as restrictive for select to :app
  using (not (select off_duty_hides()));
-- Packed: a track that begins off duty is shown to no client, one that ends so is cut by whoever unpacks it. A matched way cannot be cut.
create policy trip_track_off_duty on trip_track as restrictive for select to :app
  using (not (select off_duty_hides()) or not exists (select from trip t where t.id = trip_id and off_duty_at(t.vehicle_id, t.start_at)));
create policy trip_match_off_duty on trip_match as restrictive for select to :app
  using (not (select off_duty_hides())
    or not exists (select from trip t where t.id = trip_id and off_duty_from(t.vehicle_id, t.start_at, t.end_at) is not null));

-- Stops of a trip before a moment; all of them where there is none.
create function stops_before(stops jsonb, moment timestamptz) returns jsonb language sql immutable parallel safe as $$
  select case when moment is null then stops else coalesce((
    select jsonb_agg(case when (s.stop ->> 'to')::float8 <= m.ms then s.stop else s.stop || jsonb_build_object('to', m.ms) end order by s.no)
    from jsonb_array_elements(stops) with ordinality as s (stop, no), (select extract(epoch from moment)::float8 * 1000 as ms) m
    where (s.stop ->> 'from')::float8 < m.ms), '[]') end
$$;

-- Trips as whoever asks may see them. `off_duty_from`: from when on the vehicle was off duty, for staff as well. Of a trip that began off duty
-- clients are given times and distances alone, of one that ended so its beginning.
create view trips_shown with (security_invoker = true) as
  select t.id, t.org_id, t.binding_id, t.vehicle_id, t.device_id, t.driver_id, t.state, t.start_at, t.end_at, t.distance_m, t.moving_s, t.idle_s,
    t.gap_s, t.points, t.dropped, t.jump_legs, t.updated_at, t.began_by, t.ended_by, t.off_points,
    case when (select off_duty_hides()) then o.from_at
      when (select off_duty_known()) then off_duty_from(t.vehicle_id, t.start_at, t.end_at) end as off_duty_from,
    case when o.from_at = t.start_at then null else t.start_lat_e7 end as start_lat_e7,
    case when o.from_at = t.start_at then null else t.start_lon_e7 end as start_lon_e7,
    case when o.from_at is null then t.end_lat_e7 end as end_lat_e7,
    case when o.from_at is null then t.end_lon_e7 end as end_lon_e7,
    case when o.from_at is null then t.max_kmh end as max_kmh,
    case when o.from_at is null then t.seconds_over end as seconds_over,
    stops_before(t.stops, o.from_at) as stops
  from trip t
    -- For clients alone, and once for a trip.
    left join lateral (select off_duty_from(t.vehicle_id, t.start_at, t.end_at) as from_at where (select off_duty_hides()) offset 0) o on true;
create or replace view trips_span with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, start_at, end_at, state, distance_m,
    case when (select off_duty_hides()) and off_duty_from(vehicle_id, start_at, end_at) is not null then null else max_kmh end as max_kmh,
    case when (select off_duty_known()) then off_duty_from(vehicle_id, start_at, end_at) end as off_duty_from
  from trip;
create or replace view trips_trip with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, state, start_at, end_at, start_lat_e7, start_lon_e7, end_lat_e7, end_lon_e7, distance_m,
    moving_s, idle_s, gap_s, max_kmh, stops, device_id, off_duty_from
  from trips_shown;
grant select on trips_shown to :app;

-- The top speed of a day is that of its trips that are shown whole.
create function shown_max_kmh(org uuid, vehicle uuid, driver uuid, of_day date) returns real
language sql stable as $$
  select max(t.max_kmh) from trips_shown t
  where t.org_id = org and t.vehicle_id = vehicle and t.driver_id is not distinct from driver and t.state <> 'LIVE'
    and t.start_at >= india_midnight(of_day) and t.start_at < india_midnight(of_day + 1)
$$;
create or replace view trips_day with (security_invoker = true) as
  select org_id, vehicle_id, driver_id, day, trips, distance_m, duration_s, moving_s, idle_s, gap_s, idles, stops, stopped_s,
    case when (select off_duty_hides()) then shown_max_kmh(org_id, vehicle_id, driver_id, day) else max_kmh end as max_kmh,
    first_start_at, last_end_at
  from trip_day
  union all
  select t.org_id, t.vehicle_id, t.driver_id, india_day(t.start_at), 1, t.distance_m, extract(epoch from t.end_at - t.start_at)::float8,
    t.moving_s, t.idle_s, t.gap_s, (select count(*) from jsonb_array_elements(t.stops) s where s ->> 'kind' = 'idle')::integer, 0, 0,
    t.max_kmh, t.start_at, t.end_at
  from trips_shown t where t.state = 'LIVE';

-- What shares show, likewise: they look over row security.
drop function sharing_received;
create function sharing_received(reader uuid, at timestamptz)
returns table (id uuid, registration_no text, model text, owner text, since timestamptz, until timestamptz, state text, verdict text,
  fix_at timestamptz, lat_e7 integer, lon_e7 integer, speed_ckmh integer, moving boolean, is_off_duty boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, v.registration_no, coalesce(v.unlisted_model, concat_ws(' ', b.name, m.name)), s.owner, s.since, s.until, v.state, v.verdict,
    p.fix_at, p.lat_e7, p.lon_e7, p.speed_ckmh, p.moving, off_duty_now(s.vehicle_id)
  from shares_open(reader, at) s join vehicle v on v.id = s.vehicle_id
    left join vehicle_model m on m.id = v.model_id left join vehicle_brand b on b.id = m.brand_id
    left join (current_position p join device_binding i on i.id = p.binding_id)
      on p.vehicle_id = s.vehicle_id and i.org_id = s.org_id and p.fix_at >= s.since and not off_duty_at(p.vehicle_id, p.fix_at)
$$;
drop function sharing_trips;
create function sharing_trips(share uuid, reader uuid, at timestamptz, skipped integer, taken integer)
returns table (state text, start_at timestamptz, end_at timestamptz, start_lat_e7 integer, start_lon_e7 integer, end_lat_e7 integer,
  end_lon_e7 integer, distance_m double precision, max_kmh real, off_duty_from timestamptz, count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.state, t.start_at, t.end_at, case when o.from_at is distinct from t.start_at then t.start_lat_e7 end,
    case when o.from_at is distinct from t.start_at then t.start_lon_e7 end, case when o.from_at is null then t.end_lat_e7 end,
    case when o.from_at is null then t.end_lon_e7 end, t.distance_m, case when o.from_at is null then t.max_kmh end, o.from_at, count(*) over ()
  from shares_open(reader, at) s join trip t on t.vehicle_id = s.vehicle_id and t.org_id = s.org_id and t.start_at >= s.since
    cross join lateral (select off_duty_from(t.vehicle_id, t.start_at, t.end_at) as from_at) o
  where s.id = share
  order by t.start_at desc, t.id desc limit taken offset skipped
$$;
revoke execute on function sharing_received, sharing_trips from public;
grant execute on function sharing_received, sharing_trips to :app;

-- Emergencies that show where a vehicle is, as off_duty_at has it.
create view incidents_emergency with (security_invoker = true) as
  select org_id, vehicle_id, raised_at, closed_at from incident
  where vehicle_id is not null and source in ('DEVICE', 'STAFF') and not is_test and deleted_at is null;
grant select on incidents_emergency to :app;
