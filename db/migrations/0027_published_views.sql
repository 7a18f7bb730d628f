-- What areas publish of their tables. An area names its own tables in SQL and of others these views alone, so that a table can
-- change behind its view. They hold plain columns, which the planner resolves to the table and its indexes, and they see with
-- the eyes of who asks, so that row security holds. Sealed values and hashes are in them only where somebody compares them.

-- The kit: who somebody is, wherever rows say who wrote them. Accounts fill it.
create view kit_person with (security_invoker = true) as
  select id, org_id, name from account;
create view kit_file with (security_invoker = true) as
  select id, org_id, name, mime from file;

-- Offices.
create view offices_rto with (security_invoker = true) as
  select id, code, name, status, deleted_at from rto;

-- Rights: roles as accounts have them. What a role may do is asked with the fragments of areas/rights/roles/granted.store.ts.
create view rights_role with (security_invoker = true) as
  select id, name, level, audience, row_scope, all_rights, status, deleted_at from role;

-- Identity: accounts without their passwords and secrets.
create view identity_person with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, password_hash is not null as has_password, address, city, state,
    pin, last_login_at, status, created_at, deleted_at
  from account;

-- People.
create view people_organisation with (security_invoker = true) as
  select id, name, status, deleted_at from organisation;
create view people_driver with (security_invoker = true) as
  select id, org_id, name, dob, dl_no, dl_no_hash, licence_classes, dl_issued_on, dl_valid_nt, dl_valid_tr, stage, situation, state,
    verdict, verdict_line, verdict_until, medical_upto, medical_outcome, status, deleted_at
  from driver;
-- Examinations that count: fit once the certificate was seen, unfit at once.
create view people_examination with (security_invoker = true) as
  select id, org_id, driver_id, examined_on, outcome, valid_upto from medical_report
  where status = 1 and deleted_at is null and (review_state = 'SEEN' or review_state = 'PENDING' and outcome in ('UNFIT', 'TEMP_UNFIT'));

-- Vehicles.
create view vehicles_vehicle with (security_invoker = true) as
  select id, org_id, slot, registration_no, registration_ends_on, chassis_no, engine_no, registered_on, model_id, category_id, driver_id,
    situation, was_active, blacklisted, state, verdict, verdict_line, verdict_until, registration_upto, insurance_upto, puc_upto,
    fitness_upto, permit_upto, tax_upto, status, deleted_at
  from vehicle;
create view vehicles_category with (security_invoker = true) as
  select id, name, is_transport, licence_classes from vehicle_category;
-- Models as people call them, with the brand in front.
create view vehicles_model with (security_invoker = true) as
  select m.id, concat_ws(' ', b.name, m.name) as name from vehicle_model m left join vehicle_brand b on b.id = m.brand_id;
create view vehicles_owner with (security_invoker = true) as
  select org_id, vehicle_id, from_at, to_at, is_first from vehicle_owner;
create view vehicles_assignment with (security_invoker = true) as
  select org_id, vehicle_id, driver_id, from_at, to_at from driver_assignment;

-- Documents and their types.
create view documents_type with (security_invoker = true) as
  select id, code, name, applies_to, vehicle_use, mandatory, blocks_operation, has_expiry, reminder_days, grace_days, position, status,
    deleted_at
  from kyc_doc;
create view documents_document with (security_invoker = true) as
  select id, org_id, type_id, vehicle_id, driver_id, valid_from, valid_upto, review_state, reason_text, status, created_at, deleted_at
  from vehicle_kyc_doc;

-- Devices, and which vehicle carried which device when.
create view devices_device with (security_invoker = true) as
  select id, org_id, identifier, category_id, slot, checksum, secret_hash, trip_rule, interval_s, situation, owned_since, status, deleted_at
  from device;
create view devices_category with (security_invoker = true) as
  select id, interval_s from device_category;
create view devices_installation with (security_invoker = true) as
  select id, org_id, device_id, vehicle_id, from_at, to_at from device_binding;

-- Positions as devices sent them, fit and unfit.
create view gateway_position with (security_invoker = true) as
  select device, fix_at, received_at, lat_e7, lon_e7, speed_ckmh, accuracy_cm, course_ddeg, altitude_m, satellites, hdop_c, flags, unfit,
    attributes
  from position;

-- How good the positions of trips were.
create view trips_quality with (security_invoker = true) as
  select org_id, device_id, start_at, points, dropped, jump_legs from trip;

grant select on kit_person, kit_file, offices_rto, rights_role, identity_person, people_organisation, people_driver, people_examination,
  vehicles_vehicle, vehicles_category, vehicles_model, vehicles_owner, vehicles_assignment, documents_type, documents_document,
  devices_device, devices_category, devices_installation, gateway_position, trips_quality to :app;
