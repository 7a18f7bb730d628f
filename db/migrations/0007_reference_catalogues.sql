-- What the catalogues need: vehicle_category, vehicle_specification, kyc_doc, device_category, road_type, speed_configuration, challan_type, sos, help_category, purpose, faq_category, faq.
alter table vehicle_category add column vahan_classes text[];

create table vehicle_specification (
  id uuid primary key,
  model_id uuid not null references vehicle_model (id),
  name text not null,
  fuel_type text not null,
  body_type text,
  engine_cc integer,
  motor_kw numeric,
  transmission text,
  seats integer,
  gvw_kg integer,
  ulw_kg integer,
  tank_l numeric,
  battery_kwh numeric,
  emission_norm text,
  ex_showroom_paise bigint,
  ex_showroom_to_paise bigint,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_specification_model_id_name_key on vehicle_specification (model_id, lower(name)) where deleted_at is null;
create index vehicle_specification_model_id_idx on vehicle_specification (model_id);
grant select, insert, update, delete on vehicle_specification to :app;

create table kyc_doc (
  id uuid primary key,
  name text not null,
  code text not null,
  applies_to text not null,
  vehicle_use text not null,
  mandatory boolean not null,
  blocks_operation boolean not null,
  has_expiry boolean not null,
  number_regex text,
  reminder_days text[],
  grace_days integer not null,
  max_file_mb integer not null,
  mime text[] not null,
  position integer not null,
  note text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index kyc_doc_code_key on kyc_doc (lower(code)) where deleted_at is null;
create unique index kyc_doc_name_key on kyc_doc (lower(name)) where deleted_at is null;
create index kyc_doc_position_sort on kyc_doc (position, id) where deleted_at is null;
grant select, insert, update, delete on kyc_doc to :app;

create table device_category (
  id uuid primary key,
  name text not null,
  code text not null,
  protocol text,
  capabilities text[] not null,
  interval_s integer,
  note text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index device_category_name_key on device_category (lower(name)) where deleted_at is null;
create unique index device_category_code_key on device_category (lower(code)) where deleted_at is null;
create index device_category_name_sort on device_category (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on device_category to :app;

create table road_type (
  id uuid primary key,
  name text not null,
  code text not null,
  osm_highway text[],
  limit_m1_kmh integer,
  limit_m2_m3_kmh integer,
  limit_n_kmh integer,
  limit_motorcycle_kmh integer,
  limit_quadricycle_kmh integer,
  limit_three_wheeler_kmh integer,
  colour text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index road_type_name_key on road_type (lower(name)) where deleted_at is null;
create unique index road_type_code_key on road_type (lower(code)) where deleted_at is null;
create index road_type_name_sort on road_type (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on road_type to :app;

create table speed_configuration (
  id uuid primary key,
  name text not null,
  scope text not null,
  state text,
  category_id uuid references vehicle_category (id),
  statutory_tolerance_pct integer not null,
  company_buffer_kmh integer not null,
  min_duration_s integer not null,
  min_points integer not null,
  max_accuracy_m integer not null,
  max_plausible_kmh integer not null,
  gap_s integer not null,
  minor_from_kmh integer not null,
  major_from_kmh integer not null,
  critical_from_kmh integer not null,
  review_mode text not null,
  effective_from date not null,
  effective_to date,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index speed_configuration_name_key on speed_configuration (lower(name)) where deleted_at is null;
create index speed_configuration_category_id_idx on speed_configuration (category_id);
create index speed_configuration_name_sort on speed_configuration (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on speed_configuration to :app;

create table challan_type (
  id uuid primary key,
  code text not null,
  name text not null,
  act_section text not null,
  first_fine_min_paise bigint,
  first_fine_max_paise bigint,
  repeat_fine_min_paise bigint,
  repeat_fine_max_paise bigint,
  fine_basis text not null,
  first_imprisonment_months integer,
  repeat_imprisonment_months integer,
  is_compoundable boolean,
  detectable_by text[] not null,
  legal_source text not null,
  applies_to text,
  other_penalty text,
  note text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index challan_type_code_key on challan_type (lower(code)) where deleted_at is null;
create unique index challan_type_name_key on challan_type (lower(name)) where deleted_at is null;
create index challan_type_act_section_sort on challan_type (lower(act_section), id) where deleted_at is null;
grant select, insert, update, delete on challan_type to :app;

create table sos (
  id uuid primary key,
  name text not null,
  number text not null,
  kind text not null,
  state text,
  district text,
  priority integer not null,
  is24x7 boolean not null,
  channels text[] not null,
  note text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index sos_number_state_district_key on sos (lower(number), coalesce(state, ''), coalesce(lower(district), '')) where deleted_at is null;
create index sos_priority_sort on sos (priority, id) where deleted_at is null;
grant select, insert, update, delete on sos to :app;

create table help_category (
  id uuid primary key,
  name text not null,
  parent_id uuid references help_category (id),
  sla_first_response_min integer not null,
  sla_resolution_min integer not null,
  icon text,
  position integer not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index help_category_name_key on help_category (lower(name)) where deleted_at is null;
create index help_category_parent_id_idx on help_category (parent_id);
create index help_category_position_sort on help_category (position, id) where deleted_at is null;
grant select, insert, update, delete on help_category to :app;

create table purpose (
  id uuid primary key,
  name text not null,
  code text not null,
  applies_to text[] not null,
  needs_note boolean not null,
  position integer not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index purpose_code_key on purpose (lower(code)) where deleted_at is null;
create unique index purpose_name_key on purpose (lower(name)) where deleted_at is null;
create index purpose_position_sort on purpose (position, id) where deleted_at is null;
grant select, insert, update, delete on purpose to :app;

create table faq_category (
  id uuid primary key,
  name text not null,
  icon text,
  position integer not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index faq_category_name_key on faq_category (lower(name)) where deleted_at is null;
create index faq_category_position_sort on faq_category (position, id) where deleted_at is null;
grant select, insert, update, delete on faq_category to :app;

create table faq (
  id uuid primary key,
  category_id uuid not null references faq_category (id),
  question text not null,
  answer text not null,
  language text not null,
  audience text[] not null,
  state text not null,
  position integer not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index faq_category_id_language_question_key on faq (category_id, language, lower(question)) where deleted_at is null;
create index faq_category_id_idx on faq (category_id);
create index faq_position_sort on faq (position, id) where deleted_at is null;
grant select, insert, update, delete on faq to :app;
