create table vehicle_group (
  id uuid primary key,
  name text not null,
  org_id uuid not null references organisation (id),
  colour text not null,
  note text,
  -- Its vehicles that are not deleted, counted whenever they change.
  vehicle_count integer not null default 0,
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
create unique index vehicle_group_name_key on vehicle_group (org_id, lower(name)) where deleted_at is null;
create index vehicle_group_org_id_idx on vehicle_group (org_id);
create index vehicle_group_name_sort on vehicle_group (lower(name), id) where deleted_at is null;
select fence_rows('vehicle_group');
select list_rows('vehicle_group');
grant select, insert, update, delete on vehicle_group to :app;
grant select on vehicle_group_all, vehicle_group_rows to :app;

-- A vehicle may be in several groups, of its own organisation alone: the keys see to it, so that none changes hands while it is in one.
create table vehicle_group_member (
  group_id uuid not null,
  vehicle_id uuid not null,
  org_id uuid not null references organisation (id),
  added_at timestamptz not null,
  added_by uuid,
  primary key (group_id, vehicle_id),
  foreign key (org_id, group_id) references vehicle_group (org_id, id) on delete cascade,
  foreign key (org_id, vehicle_id) references vehicle (org_id, id) on delete cascade
);
create index vehicle_group_member_vehicle_id_idx on vehicle_group_member (org_id, vehicle_id);
create index vehicle_group_member_group_id_idx on vehicle_group_member (org_id, group_id);
select fence_rows('vehicle_group_member');
grant select, insert, update, delete on vehicle_group_member to :app;

-- Which vehicles are in which groups, for filters and for other areas. Groups that are deleted have none.
create view vehicles_group_member with (security_invoker = true) as
  select m.group_id, m.vehicle_id, m.org_id, g.name, g.colour, g.status
  from vehicle_group_member m join vehicle_group g on g.id = m.group_id where g.deleted_at is null;
grant select on vehicles_group_member to :app;
