-- Files that were brought in: what was asked, what came of each row, and enough to take it all back.
create table import_batch (
  id uuid primary key,
  org_id uuid references organisation (id),
  module text not null,
  file_name text not null,
  mode text not null check (mode in ('create', 'update', 'upsert')),
  key text[] not null,
  -- False: everything or nothing.
  partial boolean not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'undone')),
  total integer not null,
  created integer not null default 0,
  updated integer not null default 0,
  same integer not null default 0,
  failed integer not null default 0,
  message text,
  actor_id uuid not null,
  actor_name text not null,
  ip text,
  request_id text,
  at timestamptz not null,
  finished_at timestamptz,
  undone_at timestamptz
);
create index import_batch_at_idx on import_batch (module, at desc, id desc);
create table import_row (
  batch_id uuid not null references import_batch (id) on delete cascade,
  line integer not null,
  -- What the file says, under the names of fields; emptied when the row is done and needs no report.
  cells jsonb,
  -- Null: not yet worked on.
  action text check (action in ('create', 'update', 'same', 'error')),
  messages jsonb,
  record_id uuid,
  -- The record's version after it was written: it is taken back only while it stands there.
  version integer,
  -- The record's values before an update.
  before jsonb,
  primary key (batch_id, line)
);
create index import_row_open_idx on import_row (batch_id, line) where action is null;
alter table import_batch enable row level security;
alter table import_batch force row level security;
create policy import_batch_scope on import_batch using (current_setting('app.scope', true) = 'staff'
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid));
grant select, insert, update on import_batch to :app;
grant select, insert, update, delete on import_row to :app;
