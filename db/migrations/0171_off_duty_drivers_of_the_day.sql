-- Whoever had a vehicle keeps their evening: one that somebody had on a day stays off duty by the rules until the midnight of India after that,
-- and so does a device that was in it. One that nobody has had all day is shown.

create policy ownership_transfer_owner on ownership_transfer for select to current_user using (true);

-- Until when an assignment hides: the midnight at or after its end, or until the vehicle is another owner's. Null: it goes on.
create function duty_held_to(vehicle uuid, ended timestamptz) returns timestamptz
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select case when ended is not null then least(india_midnight(india_day(ended - interval '1 microsecond') + 1),
    (select min(t.decided_at) from ownership_transfer t where t.vehicle_id = vehicle and t.state = 'APPROVED' and t.decided_at >= ended)) end
$$;
create or replace view duty_period with (security_invoker = true) as
  select org_id, vehicle_id, from_at, to_at, duty_held_to(vehicle_id, to_at) as held_to from driver_assignment
  union all select org_id, vehicle_id, from_at, to_at, duty_held_to(vehicle_id, to_at) from off_duty_taken;

create or replace function off_duty_at(vehicle uuid, at timestamptz) returns boolean
language plpgsql stable security definer parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  org uuid;
  midnight timestamptz := india_midnight(india_day(at));
  works boolean;
  changed boolean;
  hides boolean;
begin
  select a.org_id into org from duty_period a
   where a.vehicle_id = vehicle and a.from_at <= at and (a.to_at is null or a.to_at > midnight and a.held_to > at)
   order by a.from_at desc limit 1;
  if org is null then return false; end if;
  -- As the rules are at the moment. Null: there is none for it.
  select bool_or(off_duty_works(v.days, v.from_min, v.to_min, at)) filter (where v.upto is null or v.upto > at),
    bool_or(v.from_at > midnight or coalesce(v.upto <= at, false)) into works, changed
   from off_duty_version v
   where v.org_id = org and v.from_at <= at and (v.upto is null or v.upto > midnight) and (v.vehicle_ids is null or vehicle = any (v.vehicle_ids));
  if changed is null then return false; end if;
  hides := works is not distinct from false;
  -- And as they were before, since midnight.
  if not hides and changed then
    with v as materialized (
      select v.from_at, v.upto, off_duty_works(v.days, v.from_min, v.to_min, at) as works from off_duty_version v
       where v.org_id = org and v.from_at <= at and (v.upto is null or v.upto > midnight) and (v.vehicle_ids is null or vehicle = any (v.vehicle_ids)))
    select exists (select from (
        select midnight as at union select v.from_at from v where v.from_at > midnight union select v.upto from v where v.upto <= $2) s
      where (select bool_or(v.works) from v where v.from_at <= s.at and (v.upto is null or v.upto > s.at)) is not distinct from false) into hides;
  end if;
  if not hides then return false; end if;
  return not exists (select from incident i where i.vehicle_id = vehicle and not i.is_test and i.deleted_at is null
    and (i.closed_at is null or i.closed_at > at) and emergency_from(i.id, i.source, i.raised_at, i.heard_at) <= at);
end $$;

create or replace function off_duty_from(vehicle uuid, began timestamptz, ended timestamptz) returns timestamptz
language plpgsql stable security definer parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  orgs uuid[];
  versions uuid[];
begin
  select array_agg(distinct a.org_id) into orgs from duty_period a
   where a.vehicle_id = vehicle and a.from_at <= ended
     and (a.to_at is null or a.to_at > began or a.to_at > india_midnight(india_day(began)) and a.held_to > began);
  if orgs is null then return null; end if;
  -- Those that ended on the day before it began as well.
  select array_agg(v.id) into versions from off_duty_version v
   where v.org_id = any (orgs) and v.from_at <= ended and (v.upto is null or v.upto >= india_midnight(india_day(began)))
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

-- Whether a device was off duty: of the vehicles that it was in since midnight one was. Taken out, or put into another, it is still where the driver is.
create function off_duty_of_carried(device uuid, at timestamptz) returns boolean
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select coalesce(bool_or(off_duty_at(b.vehicle_id, $2)), false) from device d
    join device_binding b on b.device_id = d.id and b.from_at <= $2
      -- Of a former owner of the device those alone that hold.
      and (b.to_at is null or b.to_at > $2 or b.to_at > india_midnight(india_day($2)) and b.org_id = d.org_id)
  where d.id = device
$$;
create or replace function off_duty_of_device(slot integer, at timestamptz) returns boolean
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select coalesce(bool_or(off_duty_of_carried(d.id, $2)), false) from device d where d.slot = $1
$$;

-- Whether a device was off duty at any moment of a time, both ends of it in it.
create function off_duty_of_carried_in(device uuid, began timestamptz, ended timestamptz) returns boolean
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select exists (
    select from (
      select b.vehicle_id, greatest($2, b.from_at) as began, least($3, case when b.to_at is null then $3
          else india_midnight(india_day(b.to_at - interval '1 microsecond') + 1) - interval '1 microsecond' end) as ended
      from device d join device_binding b on b.device_id = d.id and b.org_id = d.org_id where d.id = device) c
    where c.began <= c.ended and off_duty_from(c.vehicle_id, c.began, c.ended) is not null)
$$;
