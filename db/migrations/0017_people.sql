-- Organisations, users and app users as catalogues; roles with who changed them.
alter table organisation
  add column gstin text,
  add column address text,
  add column city text,
  add column pin text,
  add column created_by uuid,
  add column updated_by uuid,
  add column deleted_by uuid;
create unique index organisation_gstin_key on organisation (gstin) where deleted_at is null and gstin is not null;
create index organisation_name_sort on organisation (lower(name), id) where deleted_at is null;
create index organisation_name_trgm on organisation using gin (name gin_trgm_ops);

alter table role
  -- Which rows a person of this role works on: all, or those of the offices or clients given to them.
  add column row_scope text not null default 'ALL' check (row_scope in ('ALL', 'OWN_RTO', 'OWN_CLIENTS')),
  add column created_by uuid,
  add column updated_by uuid,
  add column deleted_by uuid;
create index role_level_sort on role (level, id) where deleted_at is null;

alter table account
  alter column email drop not null,
  add column profile_type text not null default '0' check (profile_type in ('0', '1', '2')),
  add column reports_to_id uuid references account (id),
  add column avatar_id uuid references file (id),
  add column address text,
  add column city text,
  add column state text,
  add column pin text,
  add constraint account_reachable check (email is not null or mobile is not null),
  -- Rows that refer to an app user carry its organisation along, so that no reference crosses from one to another.
  add constraint account_org_key unique (org_id, id);
create index account_reports_to_id_idx on account (reports_to_id);
create index account_avatar_id_idx on account (avatar_id);
create index account_name_sort on account (lower(name), id) where deleted_at is null;
create index account_name_trgm on account using gin (name gin_trgm_ops);
create index account_email_trgm on account using gin (email gin_trgm_ops);
create index account_mobile_trgm on account using gin (mobile gin_trgm_ops);

-- Who is removed for good leaves no session behind.
alter table session
  drop constraint session_account_id_fkey,
  add constraint session_account_id_fkey foreign key (account_id) references account (id) on delete cascade;

-- What the catalogues of people show and write of an account: never a password, a secret or a session.
-- They see with the eyes of who asks, so that row security holds.
create view staff_user with (security_invoker = true) as
  select id, kind, name, email, mobile, role_id, reports_to_id, avatar_id, last_login_at,
    (select r.level from role r where r.id = role_id) as role_level,
    status, version, created_at, created_by, updated_at, updated_by, deleted_at, deleted_by
  from account where kind = 'staff'
  with local check option;
alter view staff_user alter column kind set default 'staff';

create view app_user with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, address, city, state, pin, last_login_at,
    (select r.level from role r where r.id = role_id) as role_level,
    status, version, created_at, created_by, updated_at, updated_by, deleted_at, deleted_by
  from account where kind = 'client'
  with local check option;
alter view app_user alter column kind set default 'client';

grant select, insert, update, delete on staff_user, app_user to :app;
