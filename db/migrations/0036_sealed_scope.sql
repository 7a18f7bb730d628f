-- A transaction may not give itself another scope. Row security went by three settings that every statement could change: whoever brought
-- SQL of their own into a client's transaction could set app.scope to 'staff'. The settings now count only with a seal over all three
-- (app.seal), made by the product with a key that its own role cannot read. See docs/decisions/0016-scope-is-sealed.md.

-- The one key, put here by the start of the product as the owner of the tables (kit/server/db/scope-seal.ts).
create table scope_key (
  is_only boolean primary key default true check (is_only),
  key bytea not null
);

-- Whether a text was sealed by the product. Two rounds, so that nothing can be added to a sealed text. The names in it mean PostgreSQL's own
-- functions whoever asks: the runtime role may make none.
create function is_sealed(plain text, seal text) returns boolean
language plpgsql stable security definer parallel safe as $$
declare
  secret bytea;
begin
  -- Whoever signed in as the owner, like a migration, needs no seal.
  if session_user = current_user then return true; end if;
  if coalesce(seal, '') = '' then return false; end if;
  select k.key into secret from public.scope_key k;
  return coalesce(seal = encode(sha256(secret || sha256(secret || convert_to(plain, 'UTF8'))), 'hex'), false);
end $$;

create function scope_is_sealed() returns boolean language sql stable parallel safe
return is_sealed(
  concat(current_setting('app.scope', true), '|', current_setting('app.org', true), '|', current_setting('app.orgs', true)),
  current_setting('app.seal', true));

-- 'staff': rows of everybody. 'clients': those of the organisations of scope_orgs(), and those of none. '': those of scope_org().
create function scope_kind() returns text language plpgsql stable parallel safe as $$
declare
  said text := current_setting('app.scope', true);
begin
  if said is null or said = '' then return ''; end if;
  return case when scope_is_sealed() then said else '' end;
end $$;

create function scope_org() returns uuid language plpgsql stable parallel safe as $$
declare
  said text := current_setting('app.org', true);
begin
  if said is null or said = '' then return null; end if;
  return case when scope_is_sealed() then said::uuid end;
end $$;

create function scope_orgs() returns uuid[] language plpgsql stable parallel safe as $$
declare
  said text := current_setting('app.orgs', true);
begin
  if said is null or said = '' then return '{}'; end if;
  return case when scope_is_sealed() then string_to_array(said, ',')::uuid[] else '{}' end;
end $$;

create or replace function fence_rows(fenced regclass, owner_column name default 'org_id', open_to name default 'staff')
returns void language plpgsql as $$
declare
  table_name name := (select relname from pg_class where oid = fenced);
  -- Rows of no organisation are the staff's, or everybody's.
  unowned text := case open_to when 'everybody' then 'true' else '(select scope_kind()) = ''clients''' end;
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('drop policy if exists %I on %s', table_name || '_scope', fenced);
  execute format(
    'create policy %1$I on %2$s using ((select scope_kind()) = ''staff''
       or %3$I = (select scope_org())
       or %3$I is null and %4$s
       or (select scope_kind()) = ''clients'' and %3$I = any ((select scope_orgs())::uuid[]))',
    table_name || '_scope', fenced, owner_column, unowned);
end $$;

create or replace function list_rows(source regclass, owner_column name default 'org_id') returns void language plpgsql as $$
declare
  source_name name := (select relname from pg_class where oid = source);
begin
  if (select relkind in ('r', 'p') from pg_class where oid = source) then
    execute format('drop policy if exists %I on %s', source_name || '_owner', source);
    execute format('create policy %I on %s for select to current_user using (true)', source_name || '_owner', source);
  end if;
  execute format(
    'create or replace view %I as select * from %s where (select scope_kind() = ''staff'')', source_name || '_all', source);
  execute format(
    'create or replace view %1$I as select * from %2$s where (select scope_kind() = ''staff'')
       or %3$I = (select scope_org())
       or (select scope_kind() = ''clients'') and (%3$I is null or %3$I = any ((select scope_orgs())::uuid[]))',
    source_name || '_rows', source, owner_column);
end $$;

-- What was written before goes by the functions as well.
do $$
declare
  old record;
  -- As PostgreSQL prints them, the longest first.
  by_function constant text[][] := array[
    ['(NULLIF(current_setting(''app.org''::text, true), ''''::text))::uuid', 'scope_org()'],
    ['string_to_array(current_setting(''app.orgs''::text, true), '',''::text)', 'scope_orgs()'],
    ['( SELECT current_setting(''app.scope''::text, true) AS current_setting)', '(select scope_kind())'],
    ['current_setting(''app.scope''::text, true)', '(select scope_kind())']];
  written text;
begin
  for old in
    select p.polname as name, p.polrelid::regclass as on_table, pg_get_expr(p.polqual, p.polrelid) as using_sql from pg_policy p
     where pg_get_expr(p.polqual, p.polrelid) ~ 'app\.(scope|orgs?)'
  loop
    written := old.using_sql;
    for at in 1 .. array_length(by_function, 1) loop
      written := replace(written, by_function[at][1], by_function[at][2]);
    end loop;
    execute format('alter policy %I on %s using (%s)', old.name, old.on_table, written);
  end loop;
  for old in
    select c.oid::regclass as name, pg_get_viewdef(c.oid) as as_sql from pg_class c
     where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and pg_get_viewdef(c.oid) ~ 'app\.(scope|orgs?)'
  loop
    written := old.as_sql;
    for at in 1 .. array_length(by_function, 1) loop
      written := replace(written, by_function[at][1], by_function[at][2]);
    end loop;
    execute format('create or replace view %s as %s', old.name, written);
  end loop;
  for old in
    select p.polname as name, pg_get_expr(p.polqual, p.polrelid) as sql from pg_policy p
     where pg_get_expr(p.polqual, p.polrelid) ~ 'current_setting'
    union all
    select c.relname, pg_get_viewdef(c.oid) from pg_class c
     where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and pg_get_viewdef(c.oid) ~ 'current_setting'
  loop
    raise exception 'Row security still goes by a setting that has no seal: %, %', old.name, old.sql;
  end loop;
end $$;

-- Nobody reads hashes of passwords but what asks with a seal: sign-in, and whoever proves who they are.
alter table account add column has_password boolean not null generated always as (password_hash is not null) stored;
create or replace view identity_person with (security_invoker = true) as
  select id, org_id, kind, profile_type, name, email, mobile, role_id, has_password, address, city, state,
    pin, last_login_at, status, created_at, deleted_at
  from account;
-- A migration that adds a column to accounts grants it.
do $$
begin
  revoke select on account from :app;
  execute 'grant select (' || (
    select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = 'account'::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> 'password_hash')
    || ') on account to :app';
end $$;

-- Volatile: whoever waited for the lock of an account must see the hash of now, not that of when the statement began.
create function password_hash_of(account_id uuid, seal text) returns text
language plpgsql volatile security definer as $$
begin
  if not is_sealed('password_hash', seal) then
    raise exception 'Hashes of passwords are read with a seal' using errcode = 'insufficient_privilege';
  end if;
  return (select a.password_hash from public.account a where a.id = account_id);
end $$;
