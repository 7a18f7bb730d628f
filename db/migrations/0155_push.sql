-- Browsers that show somebody's notifications when the product is not open, each for as long as they are signed in there. Times are UTC.
create table push_subscription (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  -- The session of the browser: without it nothing is sent.
  session_id uuid not null unique references session (id) on delete cascade,
  -- SHA-256 of the address at the push service: a browser has one, whoever uses it.
  endpoint_hash bytea not null unique,
  -- Host of that address: what is slow there keeps nothing of other services waiting.
  service text not null,
  -- Address and keys; encrypted for its cell.
  sealed text not null,
  device text not null,
  is_phone boolean not null,
  created_at timestamptz not null,
  -- When the push service took something last.
  sent_at timestamptz,
  tested_at timestamptz,
  -- Since when nothing got through, and how often.
  failing_since timestamptz,
  failures integer not null default 0
);
create index push_subscription_account_id_idx on push_subscription (account_id, created_at desc, id desc);
select fence_behind('push_subscription', 'account_id', 'account');
grant select, insert, update, delete on push_subscription to :app;

-- What browsers are still to be told; what was told or is no longer needed is deleted.
create table push_message (
  id uuid primary key,
  account_id uuid not null references account (id) on delete cascade,
  subscription_id uuid not null references push_subscription (id) on delete cascade,
  -- Null: a test, which somebody asked for.
  notice_id uuid references notice (id) on delete cascade,
  service text not null,
  -- When it is tried next, or when whoever is trying it is thought to be gone.
  due_at timestamptz not null,
  -- After this time nobody needs it.
  ends_at timestamptz not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  unique (subscription_id, notice_id)
);
create index push_message_due_idx on push_message (service, due_at, id);
create index push_message_account_id_idx on push_message (account_id);
create index push_message_notice_id_idx on push_message (notice_id);
select fence_behind('push_message', 'account_id', 'account');
grant select, insert, update, delete on push_message to :app;
