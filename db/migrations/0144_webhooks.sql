-- Webhooks: addresses of other programs that are told what happens, what they are to be told, and each try to tell it.
create table webhook (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  name text not null,
  url text not null,
  events text[] not null,
  -- Signs what is sent; encrypted for its cell.
  secret_sealed text not null,
  is_on boolean not null default true,
  -- Since when nothing got through.
  failing_since timestamptz,
  off_why text,
  made_by uuid not null references account (id) on delete cascade,
  made_by_name text not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index webhook_org_id_idx on webhook (org_id, created_at desc, id desc) where deleted_at is null;
create index webhook_created_at_idx on webhook (created_at desc, id desc) where deleted_at is null;
create index webhook_made_by_idx on webhook (made_by);
select fence_rows('webhook');
grant select, insert, update, delete on webhook to :app;

-- Written in the transaction of what it tells of: it is there exactly when that is.
create table webhook_message (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  webhook_id uuid not null references webhook (id) on delete cascade,
  event text not null,
  -- What of it is told once, as `trip.completed:<id>`.
  key text not null,
  -- As it is sent, each time the same.
  body text not null,
  state text not null check (state in ('WAITING', 'DONE', 'FAILED')),
  tries integer not null default 0,
  -- When it is tried next, or when whoever is trying it is thought to be gone.
  due_at timestamptz,
  created_at timestamptz not null,
  unique (webhook_id, key),
  check ((state = 'WAITING') = (due_at is not null))
);
create index webhook_message_due_idx on webhook_message (webhook_id, due_at) where state = 'WAITING';
create index webhook_message_list_idx on webhook_message (webhook_id, created_at desc, id desc);
create index webhook_message_org_id_idx on webhook_message (org_id);
create index webhook_message_created_at_idx on webhook_message (created_at);
select fence_rows('webhook_message');
grant select, insert, update, delete on webhook_message to :app;

create table webhook_try (
  id uuid primary key,
  org_id uuid not null references organisation (id),
  message_id uuid not null references webhook_message (id) on delete cascade,
  at timestamptz not null,
  -- Null: there was no answer.
  status integer,
  ms integer not null,
  -- Its beginning.
  answer text,
  -- Why there was none.
  failure text
);
create index webhook_try_message_id_idx on webhook_try (message_id, at);
create index webhook_try_org_id_idx on webhook_try (org_id);
select fence_rows('webhook_try');
grant select, insert, update, delete on webhook_try to :app;
