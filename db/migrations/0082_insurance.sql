-- Insurance: policies of vehicles with their versions, claims, offers, and the tables that premiums are reckoned with.
create table insurer (
  id uuid primary key,
  name text not null,
  sector text not null,
  toll_free text,
  email text,
  website text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index insurer_name_key on insurer (lower(name)) where deleted_at is null;
create index insurer_name_sort on insurer (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on insurer to :app;

create table insurance_offer (
  id uuid primary key,
  title text not null,
  code text not null,
  insurer_id uuid references insurer (id),
  cover_types text[],
  category_id uuid references vehicle_category (id),
  discount_percent numeric,
  discount_paise bigint,
  min_idv_paise bigint,
  valid_from date not null,
  valid_to date not null,
  max_uses integer,
  per_organisation integer,
  terms text,
  banner_id uuid references file (id),
  uses integer not null default 0 check (uses >= 0),
  -- Kept by the database as well: nobody uses it once too often.
  constraint insurance_offer_max_uses check (max_uses is null or uses <= max_uses),
  check (num_nonnulls(discount_percent, discount_paise) = 1),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index insurance_offer_code_key on insurance_offer (lower(code)) where deleted_at is null;
create index insurance_offer_insurer_id_idx on insurance_offer (insurer_id);
create index insurance_offer_category_id_idx on insurance_offer (category_id);
create index insurance_offer_banner_id_idx on insurance_offer (banner_id);
create index insurance_offer_created_at_sort on insurance_offer (created_at, id) where deleted_at is null;
grant select, insert, update, delete on insurance_offer to :app;

create table app_user_policy (
  id uuid primary key,
  policy_no text not null,
  insurer_id uuid not null references insurer (id),
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id),
  app_user_id uuid references account (id),
  cover_type text not null,
  issued boolean not null,
  od_from date,
  od_to date,
  tp_from date,
  tp_to date,
  listed_price_paise bigint,
  idv_paise bigint,
  ncb_percent text,
  add_ons text[],
  od_premium_paise bigint,
  tp_premium_paise bigint,
  pa_owner_paise bigint,
  add_on_premium_paise bigint,
  discount_paise bigint,
  gst_paise bigint,
  total_paise bigint,
  deductible_paise bigint,
  nominee text,
  financier text,
  agent text,
  uin text,
  document_id uuid references file (id),
  previous_policy_id uuid references app_user_policy (id),
  offer_id uuid references insurance_offer (id),
  note text,
  state text not null default 'DRAFT',
  next_end date,
  -- The first day on which the state is another by itself; null: never.
  turns_on date,
  gap_days integer not null default 0,
  ncb_reason text,
  tp_tariff_paise bigint,
  cancelled_on date,
  cancel_reason text,
  refund_paise bigint,
  offer_text text,
  version_no integer not null default 0,
  -- A policy stays with who had it when the vehicle goes to another owner, so the vehicle need not be theirs any more.
  check ((od_from is null) = (od_to is null) and od_from <= od_to),
  check ((tp_from is null) = (tp_to is null) and tp_from <= tp_to),
  foreign key (org_id, app_user_id) references account (org_id, id),
  foreign key (org_id, previous_policy_id) references app_user_policy (org_id, id),
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
create unique index app_user_policy_policy_no_insurer_id_org_id_key on app_user_policy (org_id, insurer_id, lower(policy_no)) where deleted_at is null;
-- No two covers of one kind at once. A cancelled one ends on the day before; an endorsement changes the policy itself. They come after
-- the index on the number, so that the same policy twice is told as such.
alter table app_user_policy add constraint app_user_policy_od_once exclude using gist
  (org_id with =, vehicle_id with =, daterange(od_from, least(od_to, cancelled_on - 1), '[]') with &&)
  where (issued and status = 1 and deleted_at is null and od_from is not null and (cancelled_on is null or cancelled_on > od_from));
alter table app_user_policy add constraint app_user_policy_tp_once exclude using gist
  (org_id with =, vehicle_id with =, daterange(tp_from, least(tp_to, cancelled_on - 1), '[]') with &&)
  where (issued and status = 1 and deleted_at is null and tp_from is not null and (cancelled_on is null or cancelled_on > tp_from));
create index app_user_policy_insurer_id_idx on app_user_policy (insurer_id);
create index app_user_policy_org_id_idx on app_user_policy (org_id);
create index app_user_policy_vehicle_id_idx on app_user_policy (vehicle_id);
create index app_user_policy_app_user_id_idx on app_user_policy (app_user_id);
create index app_user_policy_document_id_idx on app_user_policy (document_id);
create index app_user_policy_previous_policy_id_idx on app_user_policy (previous_policy_id);
create index app_user_policy_offer_id_idx on app_user_policy (offer_id);
create index app_user_policy_next_end_sort on app_user_policy (next_end, id) where deleted_at is null;
create index app_user_policy_turns_on_idx on app_user_policy (turns_on) where deleted_at is null;
create index app_user_policy_created_at_sort on app_user_policy (created_at, id) where deleted_at is null;
create index app_user_policy_vehicle_idx on app_user_policy (org_id, vehicle_id, od_from, tp_from);
select fence_rows('app_user_policy');
grant select, insert, update, delete on app_user_policy to :app;
select list_rows('app_user_policy');
grant select on app_user_policy_all, app_user_policy_rows to :app;

create table policy_claim (
  id uuid primary key,
  claim_no text not null,
  org_id uuid not null references organisation (id),
  policy_id uuid not null references app_user_policy (id),
  claim_type text not null,
  happened_on date not null,
  amount_paise bigint not null,
  paid_paise bigint,
  claim_state text not null,
  note text,
  foreign key (org_id, policy_id) references app_user_policy (org_id, id),
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
create unique index policy_claim_policy_id_claim_no_key on policy_claim (org_id, policy_id, lower(claim_no)) where deleted_at is null;
create index policy_claim_org_id_idx on policy_claim (org_id);
create index policy_claim_policy_id_idx on policy_claim (policy_id);
create index policy_claim_created_at_sort on policy_claim (created_at, id) where deleted_at is null;
select fence_rows('policy_claim');
grant select, insert, update, delete on policy_claim to :app;
select list_rows('policy_claim');
grant select on policy_claim_all, policy_claim_rows to :app;

create table tp_premium_rate (
  id uuid primary key,
  name text not null,
  tariff_class text not null,
  years integer not null,
  basis text not null,
  above numeric,
  upto numeric,
  premium_paise bigint not null,
  per_passenger_paise bigint,
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
create unique index tp_premium_rate_name_key on tp_premium_rate (lower(name)) where deleted_at is null;
create index tp_premium_rate_name_sort on tp_premium_rate (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on tp_premium_rate to :app;

create table insurance_ladder (
  id uuid primary key,
  name text not null,
  ladder text not null,
  step integer not null,
  percent numeric not null,
  effective_from date not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index insurance_ladder_name_key on insurance_ladder (lower(name)) where deleted_at is null;
create index insurance_ladder_name_sort on insurance_ladder (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on insurance_ladder to :app;

-- What a policy said, version by version: each with its own days and its own document.
create table policy_version (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  policy_id uuid not null references app_user_policy (id) on delete cascade,
  no integer not null,
  kind text not null check (kind in ('ISSUED', 'CORRECTED', 'ENDORSED', 'CANCELLED')),
  effective_on date not null,
  reason text,
  facts jsonb not null,
  file_id uuid,
  file_name text,
  at timestamptz not null,
  by_name text not null,
  unique (policy_id, no)
);
create index policy_version_org_id_idx on policy_version (org_id);
select fence_rows('policy_version');
grant select, insert, update, delete on policy_version to :app;

-- Which reminders of a policy went out: each cover and each stage once.
create table policy_reminder (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  policy_id uuid not null references app_user_policy (id) on delete cascade,
  cover text not null check (cover in ('OD', 'TP', 'NCB')),
  stage integer not null,
  at timestamptz not null,
  mails integer not null,
  unique (policy_id, cover, stage)
);
create index policy_reminder_org_id_idx on policy_reminder (org_id);
select fence_rows('policy_reminder');
grant select, insert, update, delete on policy_reminder to :app;

-- Who used an offer on which policy, with the offer as it was then.
create table insurance_offer_use (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  offer_id uuid not null references insurance_offer (id) on delete cascade,
  policy_id uuid not null unique,
  terms jsonb not null,
  discount_paise bigint not null,
  at timestamptz not null
);
create index insurance_offer_use_offer_id_idx on insurance_offer_use (offer_id, org_id);
create index insurance_offer_use_org_id_idx on insurance_offer_use (org_id);
select fence_rows('insurance_offer_use');
grant select, insert, update, delete on insurance_offer_use to :app;

-- The insurance document of a vehicle that is the PDF of a policy.
alter table vehicle_kyc_doc add column policy_id uuid references app_user_policy (id) on delete set null;
create unique index vehicle_kyc_doc_policy_id_key on vehicle_kyc_doc (policy_id) where policy_id is not null;
select list_rows('vehicle_kyc_doc');
create or replace view documents_document with (security_invoker = true) as
  select id, org_id, type_id, vehicle_id, driver_id, valid_from, valid_upto, review_state, reason_text, status, created_at, deleted_at,
    owner_org_id, app_user_id, policy_id
  from vehicle_kyc_doc;

-- What premiums and insured values go by.
create view vehicles_build with (security_invoker = true) as
  select v.id, c.tp_premium_class, c.is_transport, coalesce(v.fuel_type, s.fuel_type) as fuel_type, s.engine_cc, s.motor_kw, coalesce(s.gvw_kg, v.gvw_kg) as gvw_kg,
    coalesce(v.seats, s.seats) as seats, s.ex_showroom_paise, v.manufactured_on, v.registered_on, v.category_id
  from vehicle v left join vehicle_category c on c.id = v.category_id left join vehicle_specification s on s.id = v.specification_id;
grant select on vehicles_build to :app;
