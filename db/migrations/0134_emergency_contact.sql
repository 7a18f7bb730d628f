-- Whom to call when something happens to a person of an organisation, in the order of calling.
create table emergency_contact (
  id uuid primary key,
  app_user_id uuid not null references account (id),
  org_id uuid not null references organisation (id),
  name text not null,
  relation text not null,
  mobile text not null,
  alt_mobile text,
  email text,
  position integer not null check (position between 0 and 100000),
  notify_by text[] not null,
  consent_on date,
  note text,
  foreign key (org_id, app_user_id) references account (org_id, id),
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
create unique index emergency_contact_mobile_app_user_id_key on emergency_contact (org_id, lower(mobile), app_user_id) where deleted_at is null;
create index emergency_contact_app_user_id_idx on emergency_contact (app_user_id);
create index emergency_contact_org_id_idx on emergency_contact (org_id);
create index emergency_contact_position_sort on emergency_contact (position, id) where deleted_at is null;
select fence_rows('emergency_contact');
grant select, insert, update, delete on emergency_contact to :app;
select list_rows('emergency_contact');
grant select on emergency_contact_all, emergency_contact_rows to :app;
