-- KYC documents of owners: organisations and app users, beside those of vehicles and drivers.
alter table kyc_doc
  -- Of a type that applies to owners: which of them it is asked of; both where it is empty.
  add column owner_use text check (owner_use in ('ORGANISATION', 'PERSON'));
update kyc_doc set owner_use = 'PERSON' where code = 'AADHAAR' and applies_to = 'OWNER';
update kyc_doc set owner_use = 'ORGANISATION' where code = 'GST' and applies_to = 'OWNER';

alter table vehicle_kyc_doc
  add column owner_org_id uuid references organisation (id),
  add column app_user_id uuid references account (id),
  drop constraint vehicle_kyc_doc_check,
  add constraint vehicle_kyc_doc_subject check (num_nonnulls(vehicle_id, driver_id, owner_org_id, app_user_id) = 1),
  add constraint vehicle_kyc_doc_own check (owner_org_id is null or owner_org_id = org_id),
  add foreign key (org_id, app_user_id) references account (org_id, id);
create index vehicle_kyc_doc_owner_org_id_idx on vehicle_kyc_doc (owner_org_id);
create index vehicle_kyc_doc_app_user_id_idx on vehicle_kyc_doc (app_user_id);
create unique index vehicle_kyc_doc_owner_org_current_key on vehicle_kyc_doc (owner_org_id, type_id)
  where deleted_at is null and status = 1 and review_state in ('VERIFIED', 'EXPIRING_SOON');
create unique index vehicle_kyc_doc_app_user_current_key on vehicle_kyc_doc (app_user_id, type_id)
  where deleted_at is null and status = 1 and review_state in ('VERIFIED', 'EXPIRING_SOON');
select list_rows('vehicle_kyc_doc');

-- What the documents of an owner add up to; written with every decision, upload and expiry.
alter table organisation add column kyc_status text not null default 'NOT_REQUIRED'
  check (kyc_status in ('NOT_REQUIRED', 'NOT_SUBMITTED', 'PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED'));
alter table account add column kyc_status text not null default 'NOT_REQUIRED'
  check (kyc_status in ('NOT_REQUIRED', 'NOT_SUBMITTED', 'PENDING', 'VERIFIED', 'REJECTED', 'EXPIRED'));
grant select (kyc_status) on account to :app;
select list_rows('organisation', 'id');

create or replace view app_user with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, address, city, state, pin, last_login_at,
    (select r.level from role r where r.id = role_id) as role_level,
    status, version, created_at, created_by, updated_at, updated_by, deleted_at, deleted_by, kyc_status
  from account where kind = 'client'
  with local check option;
select list_rows('app_user');
create or replace view identity_person with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, has_password, address, city, state,
    pin, last_login_at, status, created_at, deleted_at, kyc_status
  from account;

create or replace view people_organisation with (security_invoker = true) as
  select id, name, status, deleted_at, gstin, kind from organisation;
create or replace view documents_type with (security_invoker = true) as
  select id, code, name, applies_to, vehicle_use, mandatory, blocks_operation, has_expiry, reminder_days, grace_days, position, status,
    deleted_at, owner_use
  from kyc_doc;
create or replace view documents_document with (security_invoker = true) as
  select id, org_id, type_id, vehicle_id, driver_id, valid_from, valid_upto, review_state, reason_text, status, created_at, deleted_at,
    owner_org_id, app_user_id
  from vehicle_kyc_doc;

-- What is asked of the owners that there are.
update organisation set kyc_status = 'NOT_SUBMITTED' where kind = 'COMPANY' and exists (
  select from kyc_doc where applies_to = 'OWNER' and mandatory and status = 1 and deleted_at is null and owner_use is distinct from 'PERSON');
update account set kyc_status = 'NOT_SUBMITTED' where kind = 'client' and profile_type <> '2' and exists (
  select from kyc_doc where applies_to = 'OWNER' and mandatory and status = 1 and deleted_at is null and owner_use is distinct from 'ORGANISATION');
