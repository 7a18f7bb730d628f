-- What a challan asks for an offence.
create table challan_rule (
  id uuid primary key,
  challan_type_id uuid not null references challan_type (id),
  -- Null: all of India.
  state text,
  rto_id uuid references rto (id),
  vehicle_size text check (vehicle_size in ('LIGHT', 'MEDIUM_OR_HEAVY')),
  speed_classes text[],
  category_id uuid references vehicle_category (id),
  offence text check (offence in ('FIRST', 'REPEATED')),
  over_unit text check (over_unit in ('KMH', 'PERCENT')),
  over_from numeric check (over_from >= 0),
  over_to numeric check (over_to > over_from),
  min_seconds integer check (min_seconds > 0),
  action text not null check (action in ('FINE', 'WARN', 'IMPOUND_DL', 'COURT')),
  amount_paise bigint check (amount_paise >= 0),
  min_paise bigint check (min_paise >= 0),
  max_paise bigint check (max_paise >= min_paise),
  per_unit_paise bigint check (per_unit_paise >= 0),
  licence_points integer,
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  priority integer,
  source text not null,
  note text,
  rule_version integer not null default 1,
  replaces_id uuid references challan_rule (id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index challan_rule_challan_type_id_idx on challan_rule (challan_type_id);
create index challan_rule_rto_id_idx on challan_rule (rto_id);
create index challan_rule_category_id_idx on challan_rule (category_id);
create unique index challan_rule_replaces_id_key on challan_rule (replaces_id) where deleted_at is null;
create index challan_rule_effective_from_sort on challan_rule (effective_from, id) where deleted_at is null;
grant select, insert, update, delete on challan_rule to :app;

-- Days, months and percents that challans go by.
create table challan_deadline (
  id uuid primary key,
  kind text not null check (kind in ('ANSWER_FIRST', 'NOTIFY_ELECTRONIC', 'NOTIFY_POST', 'PAY_OR_CONTEST', 'PAY_AFTER', 'DECIDE',
    'REPEAT_WITHIN', 'COURT_DEPOSIT')),
  amount integer not null check (amount between 0 and 400),
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  source text not null,
  rule_version integer not null default 1,
  replaces_id uuid references challan_deadline (id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index challan_deadline_kind_effective_from_key on challan_deadline (kind, effective_from) where deleted_at is null;
create unique index challan_deadline_replaces_id_key on challan_deadline (replaces_id) where deleted_at is null;
create index challan_deadline_kind_sort on challan_deadline (kind, id) where deleted_at is null;
grant select, insert, update, delete on challan_deadline to :app;

-- The state of an office, for rules of one.
create or replace view offices_rto with (security_invoker = true) as
  select id, code, name, status, deleted_at, state from rto;
