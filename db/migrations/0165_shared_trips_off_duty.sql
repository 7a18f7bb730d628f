-- Whom a vehicle is shared with sees a trip that goes on off duty when it has ended, as its organisation does: 0163.
create or replace function sharing_trips(share uuid, reader uuid, at timestamptz, skipped integer, taken integer)
returns table (state text, start_at timestamptz, end_at timestamptz, start_lat_e7 integer, start_lon_e7 integer, end_lat_e7 integer,
  end_lon_e7 integer, distance_m double precision, max_kmh real, off_duty_from timestamptz, count bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.state, t.start_at, t.end_at, case when o.from_at is distinct from t.start_at then t.start_lat_e7 end,
    case when o.from_at is distinct from t.start_at then t.start_lon_e7 end, case when o.from_at is null then t.end_lat_e7 end,
    case when o.from_at is null then t.end_lon_e7 end, t.distance_m, case when o.from_at is null then t.max_kmh end, o.from_at, count(*) over ()
  from shares_open(reader, at) s join trip t on t.vehicle_id = s.vehicle_id and t.org_id = s.org_id and t.start_at >= s.since
    cross join lateral (select off_duty_from(t.vehicle_id, t.start_at, t.end_at) as from_at) o
  where s.id = share and not (t.state = 'LIVE' and o.from_at is not null)
  order by t.start_at desc, t.id desc limit taken offset skipped
$$;
