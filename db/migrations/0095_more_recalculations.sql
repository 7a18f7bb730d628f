-- A category's speed class, a geofence with a limit and the certificate of a device decide over past trips as well.
alter table recalculation drop constraint recalculation_cause_check;
alter table recalculation add constraint recalculation_cause_check
  check (cause in ('ROAD', 'ROAD_TYPE', 'RULE', 'STATUTORY', 'CONFIGURATION', 'IMPORT', 'VEHICLE', 'CATEGORY', 'GEOFENCE', 'DEVICE'));
-- Trips of vehicles of this category, or with this device; null: of any.
alter table recalculation add column category_id uuid references vehicle_category (id) on delete cascade,
  add column device_id uuid references device (id) on delete cascade;
create index recalculation_category_id_idx on recalculation (category_id);
create index recalculation_device_id_idx on recalculation (device_id);
