-- Credentials: second steps with recovery codes, links that set a password, what a session proved, and tries by place.

alter table account
  -- The devices an account is known from are those of its present password.
  add column password_changed_at timestamptz,
  -- A one-time password that an administrator gave; null: the password has no end.
  add column password_expires_at timestamptz;

alter table session add column proved_at timestamptz;
comment on column session.proved_at is 'When the person last gave a password or a code; null: never, as in a session made for somebody else';
update session set proved_at = created_at;

create table two_step (
  account_id uuid primary key references account (id) on delete cascade,
  -- Sealed with a key that lies outside the database.
  secret bytea not null,
  started_at timestamptz not null,
  -- Null: begun, and no code was shown yet.
  on_since timestamptz,
  -- The last step of 30 seconds whose code was used: no step counts twice.
  last_step bigint
);

create table recovery_code (
  account_id uuid not null references two_step (account_id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

-- Links that set a password. Only hashes are kept, and at most one link of an account is open.
create table password_link (
  hash bytea primary key,
  account_id uuid not null references account (id) on delete cascade,
  purpose text not null check (purpose in ('reset', 'admin-reset', 'invite')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create unique index password_link_open_key on password_link (account_id) where used_at is null;

-- A try counts against the account, the address, its network, and in place of these the device the account is known from.
alter table login_attempt
  add column net_key text not null default '',
  add column device_key text,
  -- The password was right and a code was tried.
  add column with_code boolean not null default false;
create index login_attempt_net_idx on login_attempt (net_key, at);
create index login_attempt_at_idx on login_attempt (at);

-- These have no organisation of their own: whoever may not see the account may not see them.
do $$
declare
  fenced text;
begin
  foreach fenced in array array['two_step', 'recovery_code', 'password_link'] loop
    execute format('alter table %I enable row level security', fenced);
    execute format('alter table %I force row level security', fenced);
    execute format(
      'create policy %I on %I using (current_setting(''app.scope'', true) = ''staff''
         or exists (select 1 from account a where a.id = account_id))',
      fenced || '_scope', fenced);
  end loop;
end $$;
grant select, insert, update, delete on two_step, recovery_code, password_link to :app;
