-- An emergency shows where its vehicle is from when it was heard of, whatever the clock of the device says; one that somebody of the organisation
-- reported, from when the device of the vehicle asked for help as well.
create function emergency_from(incident uuid, source text, raised_at timestamptz, heard_at timestamptz) returns timestamptz
language sql stable security definer parallel safe set search_path = public, pg_temp as $$
  select greatest(heard_at, case when source in ('DEVICE', 'STAFF') then raised_at
    else coalesce((select min(e.at) from incident_entry e where e.incident_id = incident and e.source_key is not null), 'infinity') end)
$$;
create or replace function off_duty_at(vehicle uuid, at timestamptz) returns boolean
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
  return not exists (select from incident i where i.vehicle_id = vehicle and not i.is_test and i.deleted_at is null
    and (i.closed_at is null or i.closed_at > at) and emergency_from(i.id, i.source, i.raised_at, i.heard_at) <= at);
end $$;
create or replace view incidents_emergency with (security_invoker = true) as
  select org_id, vehicle_id, emergency_from(id, source, raised_at, heard_at) as raised_at, closed_at from incident
  where vehicle_id is not null and not is_test and deleted_at is null and emergency_from(id, source, raised_at, heard_at) < 'infinity';

-- A trip that goes on off duty would tell with each look whether the vehicle moves, and how fast: clients see it when it has ended.
create policy trip_off_duty on trip as restrictive for select to :app
  using (state <> 'LIVE' or not (select off_duty_hides()) or off_duty_from(vehicle_id, start_at, end_at) is null);

-- A visit of which the end is hidden lasts until the vehicle was off duty: it is not said to go on.
create or replace view geofences_visit with (security_invoker = true) as
  select e.id, e.org_id, e.vehicle_id, e.geofence_id, e.geofence_name, e.at as enter_at,
    case when e.kind = 'CROSSED' then e.at when x.at is not null then x.at
      when (select off_duty_hides()) then off_duty_from(e.vehicle_id, e.at, now()) end as exit_at, e.lat_e7, e.lon_e7
  from geofence_event e left join geofence_event x on e.kind = 'ENTER' and x.vehicle_id = e.vehicle_id and x.geofence_id = e.geofence_id
    and x.kind = 'EXIT' and x.visit_at = e.visit_at and x.at >= e.at
  where e.kind in ('ENTER', 'CROSSED');
