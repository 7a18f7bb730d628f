-- API keys: how scripts call. Of a key only the hash is kept, and its last characters, by which people tell theirs apart.
create table api_key (
  id uuid primary key,
  -- Whose rows it may reach; null: it is a key of somebody of the staff.
  org_id uuid references organisation (id),
  kind text not null check (kind in ('PERSONAL', 'ORGANISATION')),
  name text not null,
  -- Whose rights a personal key works with. One of an organisation works with those of whoever runs it at the time of the call.
  account_id uuid references account (id) on delete cascade,
  made_by uuid not null references account (id) on delete cascade,
  made_by_name text not null,
  token_hash bytea not null unique,
  hint text not null,
  -- Actions by the key of a module: the most that it may do.
  scopes jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz,
  last_used_from text,
  revoked_at timestamptz,
  revoked_by_name text,
  -- When it was written that it expires soon.
  warned_at timestamptz,
  check ((kind = 'PERSONAL') = (account_id is not null)),
  check (kind = 'PERSONAL' or org_id is not null)
);
create index api_key_org_id_idx on api_key (org_id, created_at desc, id desc);
create index api_key_created_at_idx on api_key (created_at desc, id desc);
create index api_key_account_id_idx on api_key (account_id);
create index api_key_made_by_idx on api_key (made_by);
create index api_key_expires_at_idx on api_key (expires_at) where revoked_at is null;
select fence_rows('api_key');
grant select, insert, update, delete on api_key to :app;
