-- What shows more acts from the next midnight of India on, so that nobody can look into tonight: a vehicle is off duty while any state of the
-- rules says so that held since the midnight before. What hides more acts at once.
create or replace function off_duty_at(vehicle uuid, at timestamptz) returns boolean
language plpgsql stable security definer parallel safe set search_path = public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  org uuid;
  midnight timestamptz;
  works boolean;
  changed boolean;
  hides boolean;
begin
  select a.org_id into org from duty_period a
   where a.vehicle_id = vehicle and a.from_at <= at and (a.to_at is null or a.to_at > at) limit 1;
  if org is null then return false; end if;
  midnight := india_midnight(india_day(at));
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
   where a.vehicle_id = vehicle and a.from_at <= ended and (a.to_at is null or a.to_at > began);
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
