-- The first five catalogues: transport offices, and what a vehicle is described by.
create table rto (
  id uuid primary key,
  code text not null,
  name text not null,
  state text not null,
  district text not null,
  kind text not null,
  parent_id uuid references rto (id),
  address text,
  pin text,
  phone text,
  email text,
  hours text,
  jurisdiction_pins text[],
  geo jsonb,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index rto_code_key on rto (lower(code)) where deleted_at is null;
create index rto_parent_id_idx on rto (parent_id);
create index rto_code_sort on rto (lower(code), id) where deleted_at is null;
grant select, insert, update, delete on rto to :app;

create table vehicle_category (
  id uuid primary key,
  name text not null,
  code text not null,
  is_transport boolean not null,
  licence_classes text[],
  speed_class text not null,
  tp_premium_class text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_category_name_key on vehicle_category (lower(name)) where deleted_at is null;
create unique index vehicle_category_code_key on vehicle_category (lower(code)) where deleted_at is null;
create index vehicle_category_name_sort on vehicle_category (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on vehicle_category to :app;

create table vehicle_type (
  id uuid primary key,
  name text not null,
  icon text,
  wheels integer not null,
  speed_class text not null,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_type_name_key on vehicle_type (lower(name)) where deleted_at is null;
create index vehicle_type_name_sort on vehicle_type (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on vehicle_type to :app;

create table vehicle_brand (
  id uuid primary key,
  logo_id uuid,
  name text not null,
  country text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_brand_name_key on vehicle_brand (lower(name)) where deleted_at is null;
create index vehicle_brand_logo_id_idx on vehicle_brand (logo_id);
create index vehicle_brand_name_sort on vehicle_brand (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on vehicle_brand to :app;

create table vehicle_model (
  id uuid primary key,
  image_id uuid,
  brand_id uuid not null references vehicle_brand (id),
  name text not null,
  variant text,
  type_id uuid not null references vehicle_type (id),
  category_id uuid not null references vehicle_category (id),
  year_from integer,
  year_to integer,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index vehicle_model_brand_id_name_variant_key on vehicle_model (brand_id, lower(name), coalesce(lower(variant), '')) where deleted_at is null;
create index vehicle_model_image_id_idx on vehicle_model (image_id);
create index vehicle_model_brand_id_idx on vehicle_model (brand_id);
create index vehicle_model_type_id_idx on vehicle_model (type_id);
create index vehicle_model_category_id_idx on vehicle_model (category_id);
create index vehicle_model_name_sort on vehicle_model (lower(name), id) where deleted_at is null;
grant select, insert, update, delete on vehicle_model to :app;
