-- When documents and drivers last changed: the calendar tells other programs.
create or replace view documents_document with (security_invoker = true) as
  select id, org_id, type_id, vehicle_id, driver_id, valid_from, valid_upto, review_state, reason_text, status, created_at, deleted_at,
    owner_org_id, app_user_id, policy_id, updated_at
  from vehicle_kyc_doc;
create or replace view people_driver with (security_invoker = true) as
  select id, org_id, name, dob, dl_no, dl_no_hash, licence_classes, dl_issued_on, dl_valid_nt, dl_valid_tr, stage, situation, state,
    verdict, verdict_line, verdict_until, medical_upto, medical_outcome, status, deleted_at, email, updated_at
  from driver;

-- Days of a month are counted from these. Row security asks for org_id, so it stands there as well.
create index vehicle_kyc_doc_calendar_idx on vehicle_kyc_doc (valid_upto) include (org_id)
  where deleted_at is null and status = 1 and review_state in ('VERIFIED', 'EXPIRING_SOON', 'EXPIRED');
create index driver_licence_calendar_idx on driver (greatest(dl_valid_nt, dl_valid_tr)) where deleted_at is null and status = 1;
create index driver_medical_calendar_idx on driver (medical_upto) where deleted_at is null and status = 1;
create index device_subscription_calendar_idx on device (subscription_upto) include (org_id) where deleted_at is null and status = 1;
create index device_warranty_calendar_idx on device (warranty_upto) include (org_id) where deleted_at is null and status = 1;
create index device_tac_calendar_idx on device (tac_upto) include (org_id) where deleted_at is null and status = 1;
create index device_enforcement_calendar_idx on device (enforcement_upto) include (org_id) where deleted_at is null and status = 1;
create index vehicle_number_calendar_idx on vehicle (registration_ends_on) include (org_id)
  where deleted_at is null and status = 1 and registration_ends_on is not null;
