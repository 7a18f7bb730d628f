-- Organisations, sign-in, rights, history and the small tables every write leans on.
create extension if not exists pg_trgm;

create table organisation (
  id uuid primary key,
  name text not null,
  kind text not null check (kind in ('COMPANY', 'FAMILY', 'PERSON')),
  state text,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table role (
  id uuid primary key,
  name text not null,
  description text not null default '',
  level integer not null,
  audience text not null check (audience in ('staff', 'client')),
  -- Holds every right on every module, those of later versions too.
  all_rights boolean not null default false,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index role_name_key on role (lower(name)) where deleted_at is null;

create table module (
  id uuid primary key,
  key text not null unique,
  name text not null,
  route text,
  icon text not null,
  parent_id uuid references module (id),
  sort_order integer not null,
  is_menu boolean not null default true,
  -- What can be granted on it; a group has none.
  actions text[] not null default '{}',
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table permission (
  role_id uuid not null references role (id) on delete cascade,
  module_id uuid not null references module (id) on delete cascade,
  actions text[] not null,
  primary key (role_id, module_id)
);

-- Whoever can sign in: staff (no organisation) and app users (of one organisation).
create table account (
  id uuid primary key,
  org_id uuid references organisation (id),
  kind text not null check (kind in ('staff', 'client')),
  name text not null,
  email text not null,
  mobile text,
  password_hash text,
  must_change_password boolean not null default false,
  role_id uuid not null references role (id),
  last_login_at timestamptz,
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  check ((kind = 'staff') = (org_id is null))
);
create unique index account_email_key on account (lower(email)) where deleted_at is null;
create unique index account_mobile_key on account (mobile) where deleted_at is null and mobile is not null;
create index account_role_id_idx on account (role_id);
create index account_org_id_idx on account (org_id);

create table session (
  id uuid primary key,
  org_id uuid references organisation (id),
  account_id uuid not null references account (id),
  keep boolean not null default false,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_why text
);
create index session_account_id_idx on session (account_id) where revoked_at is null;

-- Only hashes of tokens are kept. A used refresh token stays until its session ends, so that a replay is seen.
create table session_token (
  hash bytea primary key,
  org_id uuid,
  session_id uuid not null references session (id) on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index session_token_session_id_idx on session_token (session_id);

-- One row a failed try; rows older than a day are swept. Keys are hashes of what was typed and where it came from.
create table login_attempt (
  id bigint generated always as identity primary key,
  account_key text not null,
  ip_key text not null,
  at timestamptz not null
);
create index login_attempt_account_idx on login_attempt (account_key, at);
create index login_attempt_ip_idx on login_attempt (ip_key, at);

create table setup_link (
  hash bytea primary key,
  created_at timestamptz not null,
  used_at timestamptz
);

-- Who changed what. Append-only: the runtime role may neither change nor remove a row.
create table history (
  id uuid primary key,
  org_id uuid,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  on_behalf_of_id uuid,
  on_behalf_of_name text,
  action text not null,
  source text not null,
  module text not null,
  record_id uuid not null,
  record_title text not null,
  before jsonb,
  after jsonb,
  ip text,
  request_id text
);
create index history_record_idx on history (record_id, at desc, id desc);
create index history_at_idx on history (at desc, id desc);

-- The first answer to a request that carried an Idempotency-Key, kept a day.
create table idempotency (
  actor_id uuid not null,
  key text not null,
  org_id uuid,
  fingerprint bytea not null,
  status smallint,
  etag text,
  body text,
  created_at timestamptz not null,
  primary key (actor_id, key)
);
create index idempotency_created_at_idx on idempotency (created_at);

-- Which sets of seed data this database has had; each is loaded once, whatever became of its rows since.
create table seed_run (
  name text primary key,
  at timestamptz not null
);

grant usage on schema public to :app;
grant select, insert on seed_run to :app;
grant select, insert, update, delete on organisation, role, module, permission, account, session, session_token,
  login_attempt, setup_link, idempotency to :app;
grant usage on all sequences in schema public to :app;
grant select, insert on history to :app;
grant select on schema_migration to :app;

do $$
declare
  fenced text;
begin
  foreach fenced in array array['account', 'session', 'session_token', 'history', 'idempotency'] loop
    execute format('alter table %I enable row level security', fenced);
    execute format('alter table %I force row level security', fenced);
    execute format(
      'create policy %I on %I using (current_setting(''app.scope'', true) = ''staff''
         or org_id = (select nullif(current_setting(''app.org'', true), '''')::uuid))',
      fenced || '_scope', fenced);
  end loop;
  alter table organisation enable row level security;
  alter table organisation force row level security;
  create policy organisation_scope on organisation using (current_setting('app.scope', true) = 'staff'
    or id = (select nullif(current_setting('app.org', true), '')::uuid));
end $$;
