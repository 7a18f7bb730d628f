-- Stored files: what they are, and how their bytes in the data folder are sealed.
create table file (
  id uuid primary key,
  org_id uuid references organisation (id),
  name text not null,
  mime text not null,
  bytes integer not null,
  width integer,
  height integer,
  -- Of the stored, clear content.
  sha256 text not null,
  -- The master key that wraps this file's own key.
  key_id text not null,
  wrapped_key bytea not null,
  iv bytea not null,
  tag bytea not null,
  created_by uuid,
  created_at timestamptz not null,
  -- Set in the transaction that saves the record; a file never attached is swept after an hour.
  attached_at timestamptz,
  -- Set when its record let it go; swept at once.
  doomed_at timestamptz
);
create index file_loose_idx on file (created_at) where attached_at is null or doomed_at is not null;
create index file_owner_idx on file (org_id, created_by);
alter table file enable row level security;
alter table file force row level security;
create policy file_scope on file using (org_id is null or current_setting('app.scope', true) = 'staff'
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid));
grant select, insert, update, delete on file to :app;
