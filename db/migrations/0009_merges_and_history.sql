-- Merges of duplicates: enough to take them back.
create table merge (
  id uuid primary key,
  module text not null,
  from_id uuid not null,
  from_title text not null,
  into_id uuid not null,
  -- What was moved: a list of { path, field, ids }.
  moved jsonb not null,
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  undone_at timestamptz
);
create index merge_into_idx on merge (into_id, at desc);
create index merge_from_idx on merge (from_id);
grant select, insert, update on merge to :app;

-- The history of everything is filtered by what, by whom and how.
create index history_module_idx on history (module, at desc, id desc);
create index history_actor_idx on history (actor_id, at desc, id desc);
