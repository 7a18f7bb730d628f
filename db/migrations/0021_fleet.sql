-- Vehicles, their papers and their drivers.
create extension if not exists btree_gist;

create table vehicle (
  id uuid primary key,
  registration_no text not null,
  org_id uuid not null references organisation (id),
  registration_kind text,
  registration_ends_on date,
  rto_id uuid references rto (id),
  brand_id uuid references vehicle_brand (id),
  model_id uuid not null references vehicle_model (id),
  specification_id uuid references vehicle_specification (id),
  type_id uuid references vehicle_type (id),
  category_id uuid references vehicle_category (id),
  chassis_no text not null,
  chassis_no_sealed text,
  chassis_no_hash text,
  engine_no text not null,
  engine_no_sealed text,
  engine_no_hash text,
  fuel_type text,
  emission_norm text,
  colour text,
  seats integer,
  gvw_kg integer,
  manufactured_on text,
  registered_on date,
  ownership text,
  owner_serial integer,
  financier text,
  odometer_km integer,
  fastag_id text,
  blacklisted boolean,
  photo_id uuid references file (id),
  -- What people say of it; its papers decide while it is in use.
  situation text not null default 'IN_USE' check (situation in ('IN_USE', 'MAINTENANCE', 'ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD')),
  situation_note text,
  -- Once all its papers were there, a lapse holds it: it is no draft again.
  was_active boolean not null default false,
  verdict text not null default 'RED' check (verdict in ('GREEN', 'AMBER', 'RED')),
  verdict_line text,
  -- First day on which the answer may be another without anybody's doing.
  verdict_until date,
  state text not null default 'DRAFT',
  driver_id uuid,
  registration_upto date,
  insurance_upto date,
  puc_upto date,
  fitness_upto date,
  permit_upto date,
  tax_upto date,
  -- Names it in positions and live frames, where sixteen bytes are too many.
  slot integer generated always as identity unique,
  unique (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_registration_no_key on vehicle (lower(registration_no)) where deleted_at is null;
create unique index vehicle_chassis_no_key on vehicle (chassis_no_hash) where deleted_at is null;
create unique index vehicle_engine_no_key on vehicle (engine_no_hash) where deleted_at is null;
create index vehicle_org_id_idx on vehicle (org_id);
create index vehicle_rto_id_idx on vehicle (rto_id);
create index vehicle_brand_id_idx on vehicle (brand_id);
create index vehicle_model_id_idx on vehicle (model_id);
create index vehicle_specification_id_idx on vehicle (specification_id);
create index vehicle_type_id_idx on vehicle (type_id);
create index vehicle_category_id_idx on vehicle (category_id);
create index vehicle_photo_id_idx on vehicle (photo_id);
create index vehicle_driver_id_idx on vehicle (driver_id);
create index vehicle_registration_no_sort on vehicle (lower(registration_no), id) where deleted_at is null;
create index vehicle_org_id_registration_no_sort on vehicle (org_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_rto_id_registration_no_sort on vehicle (rto_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_brand_id_registration_no_sort on vehicle (brand_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_model_id_registration_no_sort on vehicle (model_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_type_id_registration_no_sort on vehicle (type_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_category_id_registration_no_sort on vehicle (category_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_driver_id_registration_no_sort on vehicle (driver_id, lower(registration_no), id) where deleted_at is null;
create index vehicle_verdict_registration_no_sort on vehicle (verdict, lower(registration_no), id) where deleted_at is null;
create index vehicle_state_registration_no_sort on vehicle (state, lower(registration_no), id) where deleted_at is null;
create index vehicle_insurance_upto_sort on vehicle (insurance_upto, id) where deleted_at is null;
create index vehicle_verdict_until_idx on vehicle (verdict_until) where deleted_at is null;
create index vehicle_registration_no_trgm on vehicle using gin (registration_no gin_trgm_ops);
create index vehicle_chassis_no_trgm on vehicle using gin (chassis_no gin_trgm_ops);
create index vehicle_engine_no_trgm on vehicle using gin (engine_no gin_trgm_ops);
select fence_rows('vehicle');
grant select, insert, update, delete on vehicle to :app;

create table driver (
  id uuid primary key,
  name text not null,
  org_id uuid not null references organisation (id),
  mobile text not null,
  email text,
  dob date,
  blood_group text,
  dl_no text,
  dl_no_sealed text,
  dl_no_hash text,
  licence_classes text[],
  dl_issued_on date,
  dl_valid_nt date,
  dl_valid_tr date,
  badge_no text,
  hazardous boolean,
  hazardous_upto date,
  emergency_name text,
  emergency_mobile text,
  joined_on date,
  photo_id uuid references file (id),
  address text,
  -- How far they have come, and what people say of them; the rest follows from their papers.
  stage text not null default 'DONE' check (stage in ('INVITED', 'ONBOARDING', 'DONE')),
  situation text not null default 'NORMAL' check (situation in ('NORMAL', 'ON_LEAVE', 'SUSPENDED', 'EXITED')),
  situation_note text,
  state text not null default 'PENDING_VERIFICATION',
  verdict text not null default 'RED' check (verdict in ('GREEN', 'AMBER', 'RED')),
  verdict_line text,
  verdict_until date,
  vehicle_id uuid references vehicle (id),
  medical_upto date,
  medical_outcome text,
  unique (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index driver_mobile_key on driver (lower(mobile)) where deleted_at is null;
create unique index driver_dl_no_key on driver (dl_no_hash) where deleted_at is null and dl_no_hash is not null;
create index driver_org_id_idx on driver (org_id);
create index driver_photo_id_idx on driver (photo_id);
create index driver_vehicle_id_idx on driver (vehicle_id);
create index driver_name_sort on driver (lower(name), id) where deleted_at is null;
create index driver_org_id_name_sort on driver (org_id, lower(name), id) where deleted_at is null;
create index driver_vehicle_id_name_sort on driver (vehicle_id, lower(name), id) where deleted_at is null;
create index driver_verdict_name_sort on driver (verdict, lower(name), id) where deleted_at is null;
create index driver_verdict_until_idx on driver (verdict_until) where deleted_at is null;
create index driver_name_trgm on driver using gin (name gin_trgm_ops);
create index driver_mobile_trgm on driver using gin (mobile gin_trgm_ops);
create index driver_email_trgm on driver using gin (email gin_trgm_ops);
create index driver_dl_no_trgm on driver using gin (dl_no gin_trgm_ops);
select fence_rows('driver');
grant select, insert, update, delete on driver to :app;

-- Each names the other: the one they have today, as driver_assignment says.
alter table vehicle add constraint vehicle_driver_id_fkey foreign key (driver_id) references driver (id);

create table vehicle_kyc_doc (
  id uuid primary key,
  type_id uuid not null references kyc_doc (id),
  org_id uuid not null references organisation (id),
  vehicle_id uuid references vehicle (id),
  driver_id uuid references driver (id),
  number text,
  number_sealed text,
  number_hash text,
  issued_on date,
  valid_from date,
  valid_upto date,
  authority text,
  rto_id uuid references rto (id),
  front_id uuid references file (id),
  back_id uuid references file (id),
  page3_id uuid references file (id),
  page4_id uuid references file (id),
  page5_id uuid references file (id),
  note text,
  review_state text not null default 'PENDING',
  reason_code text,
  reason_text text,
  reviewer_id uuid references account (id),
  reviewed_at timestamptz,
  supersedes_id uuid references vehicle_kyc_doc (id),
  check (num_nonnulls(vehicle_id, driver_id) = 1),
  foreign key (org_id, driver_id) references driver (org_id, id),
  unique (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index vehicle_kyc_doc_type_id_idx on vehicle_kyc_doc (type_id);
create index vehicle_kyc_doc_org_id_idx on vehicle_kyc_doc (org_id);
create index vehicle_kyc_doc_vehicle_id_idx on vehicle_kyc_doc (vehicle_id);
create index vehicle_kyc_doc_driver_id_idx on vehicle_kyc_doc (driver_id);
create index vehicle_kyc_doc_rto_id_idx on vehicle_kyc_doc (rto_id);
create index vehicle_kyc_doc_front_id_idx on vehicle_kyc_doc (front_id);
create index vehicle_kyc_doc_back_id_idx on vehicle_kyc_doc (back_id);
create index vehicle_kyc_doc_page3_id_idx on vehicle_kyc_doc (page3_id);
create index vehicle_kyc_doc_page4_id_idx on vehicle_kyc_doc (page4_id);
create index vehicle_kyc_doc_page5_id_idx on vehicle_kyc_doc (page5_id);
create index vehicle_kyc_doc_reviewer_id_idx on vehicle_kyc_doc (reviewer_id);
create index vehicle_kyc_doc_supersedes_id_idx on vehicle_kyc_doc (supersedes_id);
-- What counts today is one of a kind.
create unique index vehicle_kyc_doc_vehicle_current_key on vehicle_kyc_doc (vehicle_id, type_id)
  where deleted_at is null and status = 1 and review_state in ('VERIFIED', 'EXPIRING_SOON');
create unique index vehicle_kyc_doc_driver_current_key on vehicle_kyc_doc (driver_id, type_id)
  where deleted_at is null and status = 1 and review_state in ('VERIFIED', 'EXPIRING_SOON');
create index vehicle_kyc_doc_number_hash_idx on vehicle_kyc_doc (number_hash) where deleted_at is null and number_hash is not null;
create index vehicle_kyc_doc_review_state_created_at_sort on vehicle_kyc_doc (review_state, created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_valid_upto_sort on vehicle_kyc_doc (valid_upto, id) where deleted_at is null;
create index vehicle_kyc_doc_created_at_sort on vehicle_kyc_doc (created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_type_id_created_at_sort on vehicle_kyc_doc (type_id, created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_org_id_created_at_sort on vehicle_kyc_doc (org_id, created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_vehicle_id_created_at_sort on vehicle_kyc_doc (vehicle_id, created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_driver_id_created_at_sort on vehicle_kyc_doc (driver_id, created_at, id) where deleted_at is null;
create index vehicle_kyc_doc_number_trgm on vehicle_kyc_doc using gin (number gin_trgm_ops);
select fence_rows('vehicle_kyc_doc');
grant select, insert, update, delete on vehicle_kyc_doc to :app;

create table doctor (
  id uuid primary key,
  name text not null,
  reg_no text not null,
  council text not null,
  qualification text,
  speciality text,
  hospital text,
  state text not null,
  district text not null,
  mobile text,
  geo jsonb,
  fee_paise bigint,
  hours text,
  empanelled_from date,
  empanelled_to date,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index doctor_council_reg_no_key on doctor (lower(council), lower(reg_no)) where deleted_at is null;
create index doctor_name_sort on doctor (lower(name), id) where deleted_at is null;
create index doctor_name_trgm on doctor using gin (name gin_trgm_ops);
create index doctor_reg_no_trgm on doctor using gin (reg_no gin_trgm_ops);
create index doctor_hospital_trgm on doctor using gin (hospital gin_trgm_ops);
create index doctor_district_trgm on doctor using gin (district gin_trgm_ops);
grant select, insert, update, delete on doctor to :app;

create table medical_report (
  id uuid primary key,
  driver_id uuid not null references driver (id),
  org_id uuid not null references organisation (id),
  doctor_id uuid not null references doctor (id),
  examined_on date not null,
  outcome text not null,
  conditions text[],
  valid_upto date,
  certificate_id uuid references file (id),
  note text,
  review_state text not null default 'PENDING' check (review_state in ('PENDING', 'SEEN', 'REFUSED')),
  reviewed_at timestamptz,
  foreign key (org_id, driver_id) references driver (org_id, id),
  unique (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index medical_report_driver_id_doctor_id_examined_on_key on medical_report (org_id, driver_id, doctor_id, examined_on) where deleted_at is null;
create index medical_report_driver_id_idx on medical_report (driver_id);
create index medical_report_org_id_idx on medical_report (org_id);
create index medical_report_doctor_id_idx on medical_report (doctor_id);
create index medical_report_certificate_id_idx on medical_report (certificate_id);
create index medical_report_examined_on_sort on medical_report (examined_on, id) where deleted_at is null;
create index medical_report_driver_id_examined_on_sort on medical_report (driver_id, examined_on, id) where deleted_at is null;
create index medical_report_org_id_examined_on_sort on medical_report (org_id, examined_on, id) where deleted_at is null;
create index medical_report_doctor_id_examined_on_sort on medical_report (doctor_id, examined_on, id) where deleted_at is null;
select fence_rows('medical_report');
grant select, insert, update, delete on medical_report to :app;

-- Who drove what, and when. Periods are half-open; one driver a vehicle and one vehicle a driver at any instant.
create table driver_assignment (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  driver_id uuid not null references driver (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz check (to_at > from_at),
  -- Why it ended, where somebody or something ended it.
  end_reason text,
  created_at timestamptz not null,
  created_by uuid,
  exclude using gist (vehicle_id with =, tstzrange(from_at, to_at) with &&),
  exclude using gist (driver_id with =, tstzrange(from_at, to_at) with &&)
);
create index driver_assignment_org_id_idx on driver_assignment (org_id);
create index driver_assignment_vehicle_id_idx on driver_assignment (vehicle_id, from_at);
create index driver_assignment_driver_id_idx on driver_assignment (driver_id, from_at);
select fence_rows('driver_assignment');
grant select, insert, update, delete on driver_assignment to :app;

-- Whose a vehicle was, and when: what happened in a period stays with its owner then.
create table vehicle_owner (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id) on delete cascade,
  from_at timestamptz not null,
  to_at timestamptz check (to_at > from_at),
  created_by uuid,
  exclude using gist (vehicle_id with =, tstzrange(from_at, to_at) with &&)
);
create index vehicle_owner_org_id_idx on vehicle_owner (org_id);
create index vehicle_owner_vehicle_id_idx on vehicle_owner (vehicle_id, from_at);
select fence_rows('vehicle_owner');
grant select, insert, update, delete on vehicle_owner to :app;
