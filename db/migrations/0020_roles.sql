-- Rows that a person works on: which clients and offices are theirs, and row security that knows of them.

-- A transaction says with three settings whose rows it may touch. app.scope 'staff': everybody's. 'clients': those of the
-- organisations listed in app.orgs, and those of none. Anything else: those of the organisation app.org.
create function fence_rows(fenced regclass, owner_column name default 'org_id', open_to name default 'staff')
returns void language plpgsql as $$
declare
  table_name name := (select relname from pg_class where oid = fenced);
  -- Rows of no organisation are the staff's, or everybody's.
  unowned text := case open_to when 'everybody' then 'true' else 'current_setting(''app.scope'', true) = ''clients''' end;
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('drop policy if exists %I on %s', table_name || '_scope', fenced);
  execute format(
    'create policy %1$I on %2$s using (current_setting(''app.scope'', true) = ''staff''
       or %3$I = (select nullif(current_setting(''app.org'', true), '''')::uuid)
       or %3$I is null and %4$s
       or current_setting(''app.scope'', true) = ''clients''
         and %3$I = any ((select string_to_array(current_setting(''app.orgs'', true), '',''))::uuid[]))',
    table_name || '_scope', fenced, owner_column, unowned);
end $$;

create table user_client (
  user_id uuid not null references account (id) on delete cascade,
  org_id uuid not null references organisation (id) on delete cascade,
  primary key (user_id, org_id)
);
create index user_client_org_id_idx on user_client (org_id);
create table user_rto (
  user_id uuid not null references account (id) on delete cascade,
  rto_id uuid not null references rto (id) on delete cascade,
  primary key (user_id, rto_id)
);
create index user_rto_rto_id_idx on user_rto (rto_id);
grant select, insert, delete on user_client, user_rto to :app;

-- Every table with an organisation in it, whichever migration made it.
do $$
declare
  fenced record;
begin
  for fenced in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped
     where c.relkind in ('r', 'p')
       and (c.relname = 'user_client' or exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = c.relname || '_scope'))
       and c.relname not in ('file', 'saved_view')
  loop
    perform fence_rows(fenced.oid);
  end loop;
  perform fence_rows('organisation', 'id');
  -- Files of catalogues that are everybody's.
  perform fence_rows('file', 'org_id', 'everybody');
end $$;
-- Of views, the staff see those of the staff only.
drop policy saved_view_scope on saved_view;
create policy saved_view_scope on saved_view using (current_setting('app.scope', true) in ('staff', 'clients') and org_id is null
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid));

-- An optional field like the others: absent, not empty.
alter table role alter column description drop not null, alter column description drop default;
update role set description = null where description = '';

alter table module
  -- What of its actions roles for clients may hold; filled at every start, like the actions.
  add column client_actions text[] not null default '{}',
  -- Clients may look into a page that is not in their menu.
  add column in_client_menu boolean not null default false,
  add column updated_by uuid;
update module set in_client_menu = true where key in ('dashboard', 'history');
