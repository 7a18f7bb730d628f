-- Lists as people keep them: filters, order and columns under a name, for themselves or for their colleagues.
create table saved_view (
  id uuid primary key,
  org_id uuid references organisation (id),
  owner_id uuid not null references account (id) on delete cascade,
  module text not null,
  name text not null,
  -- The address' search part, without its page.
  search text not null,
  shared boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index saved_view_name_key on saved_view (owner_id, module, lower(name));
create index saved_view_module_idx on saved_view (module);
alter table saved_view enable row level security;
alter table saved_view force row level security;
create policy saved_view_scope on saved_view using (current_setting('app.scope', true) = 'staff' and org_id is null
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid));
grant select, insert, update, delete on saved_view to :app;

-- Which columns a person sees in a list, in which order. Columns that come with a later version join at the end.
create table list_setting (
  account_id uuid not null references account (id) on delete cascade,
  module text not null,
  columns jsonb not null,
  updated_at timestamptz not null,
  primary key (account_id, module)
);
grant select, insert, update, delete on list_setting to :app;
