-- Exports that are made after the answer: what was asked, which rows in which order, and the file in sealed parts.
create table export_file (
  id uuid primary key,
  -- Whose rows were asked for; null: everybody's, as staff see them.
  org_id uuid references organisation (id),
  owner_id uuid not null references account (id) on delete cascade,
  module text not null,
  format text not null check (format in ('csv', 'xlsx')),
  name text not null,
  columns text[] not null,
  -- True: deleted rows were asked for.
  trash boolean not null,
  -- True: asked with a client's eyes, see clientsSee of catalogues.
  client boolean not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'expired')),
  total integer not null default 0,
  -- Rows that were looked at, those left out among them.
  done integer not null default 0,
  left_out integer not null default 0,
  -- Of the file in clear.
  bytes bigint not null default 0,
  -- Why it failed.
  message text,
  at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz
);
create index export_file_owner_idx on export_file (owner_id, at desc, id desc);
create index export_file_expiry_idx on export_file (expires_at) where state = 'done';

create table export_part (
  export_id uuid not null references export_file (id) on delete cascade,
  org_id uuid references organisation (id),
  part integer not null,
  -- Its rows in their order; null once they were written.
  ids uuid[],
  -- What was written, compressed and sealed: a step's lines, or for a workbook its cells until the workbook is made.
  wrapped_key bytea,
  iv bytea,
  tag bytea,
  cipher bytea,
  primary key (export_id, part)
);
-- Sealed bytes do not compress.
alter table export_part alter column cipher set storage external;
create index export_part_open_idx on export_part (export_id, part) where ids is not null;

do $$
declare
  fenced text;
begin
  foreach fenced in array array['export_file', 'export_part'] loop
    execute format('alter table %I enable row level security', fenced);
    execute format('alter table %I force row level security', fenced);
    execute format(
      'create policy %I on %I using (current_setting(''app.scope'', true) = ''staff''
         or org_id = (select nullif(current_setting(''app.org'', true), '''')::uuid))',
      fenced || '_scope', fenced);
  end loop;
end $$;
grant select, insert, update, delete on export_file, export_part to :app;
