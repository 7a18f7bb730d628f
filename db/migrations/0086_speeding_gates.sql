-- What of device, vehicle and geofences decides over speeding as well.
alter table vehicle_category add column is_emergency boolean;
update vehicle_category set is_emergency = true where code = 'AMBULANCE';
create or replace view vehicles_category with (security_invoker = true) as
  select id, name, is_transport, licence_classes, speed_class, is_emergency from vehicle_category;
create or replace view devices_device with (security_invoker = true) as
  select id, org_id, identifier, category_id, slot, checksum, secret_hash, trip_rule, interval_s, situation, owned_since, status, deleted_at,
    model_name, clock_rule, clock_offset_min, enforcement_no, enforcement_upto
  from device;
