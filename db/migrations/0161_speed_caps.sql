-- Geofences with a speed limit for every vehicle of their organisation: asked for where a limit is looked up at a place.
create view geofences_cap with (security_invoker = true) as
  select id, org_id, version, kind, points, width_m, cap_kmh, days, from_time, to_time, created_at
  from geofence where cap_kmh is not null and applies_to = 'ALL' and status = 1 and deleted_at is null;
grant select on geofences_cap to :app;
