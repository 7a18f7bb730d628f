-- Proof that nothing of the history was changed or taken away: a chain beside it, whose every entry covers one whole row and
-- the entry before. Append-only like the history itself.
create table history_chain (
  -- Without gaps.
  seq bigint primary key check (seq > 0),
  history_id uuid not null unique,
  hash bytea not null check (octet_length(hash) = 32)
);

-- Rows of the history that are not in the chain yet. Filled with the row, in its transaction, whoever writes it and however
-- late it commits.
create table history_open (
  history_id uuid primary key,
  -- Written before there was a chain: taken in whatever its date.
  legacy boolean not null default false
);
create function history_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into history_open (history_id) select id from added;
  return null;
end $$;
create trigger history_opened after insert on history
  referencing new table as added for each statement execute function history_opened();

-- Checks of the chain that were asked for in the product: how far one is, what the last ones found.
create table history_check (
  id uuid primary key,
  state text not null check (state in ('running', 'whole', 'broken', 'failed')),
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Null: by the product itself.
  started_by uuid,
  -- Entries looked at, and entries there were.
  checked bigint not null default 0,
  total bigint not null,
  -- Where the next step goes on; null when it is over.
  progress jsonb,
  -- The first broken entry.
  broken jsonb
);
create unique index history_check_running_key on history_check (state) where state = 'running';
create index history_check_at_idx on history_check (started_at desc, id desc);

-- On whose behalf: filtered by, and carried by imports that are worked on after the request.
create index history_on_behalf_of_idx on history (on_behalf_of_id, at desc, id desc) where on_behalf_of_id is not null;
alter table import_batch add column on_behalf_of_id uuid, add column on_behalf_of_name text;

grant select, insert on history_chain to :app;
grant select, insert, delete on history_open to :app;
grant select, insert, update, delete on history_check to :app;

-- The owner, too, is bound by row security.
select set_config('app.scope', 'staff', true);
insert into history_open (history_id, legacy) select id, true from history;
