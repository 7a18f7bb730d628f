-- Where a geofence is: what a tile of the map shows is found by it.

-- Around the points of a shape and its width, longitude first, degrees; null where no point can be read.
create function geofence_box(points text, width_m integer) returns box language sql immutable parallel safe as $$
  select case when count(*) = 0 then null else box(
      point(min(lon) - max(up) / greatest(0.01, cosd(max(abs(lat)))), min(lat) - max(up)),
      point(max(lon) + max(up) / greatest(0.01, cosd(max(abs(lat)))), max(lat) + max(up))) end
  from (select (one)[1]::float8 as lat, (one)[2]::float8 as lon, coalesce(width_m, 0) / 111195.0::float8 as up
        from regexp_matches(points, '(-?\d+(?:\.\d+)?)[ \t]*,[ \t]*(-?\d+(?:\.\d+)?)', 'g') as one) as read
$$;
grant execute on function geofence_box(text, integer) to :app;

alter table geofence add column box box generated always as (geofence_box(points, width_m)) stored;
create index geofence_box_idx on geofence using gist (box) where status = 1 and deleted_at is null;
select list_rows('geofence');
