-- Statements that somebody brings into a client's transaction learn nothing of others' rows from the views that lists read, not even by
-- failing. PostgreSQL looks at the conditions of a row the cheapest first, and the condition of <table>_rows was a long one: a cast in a
-- statement of one's own came before it, was made with everybody's rows, and its error named what it failed on.
--
-- <table>_rows is now that of one organisation: its condition is one comparison, which nothing that can fail comes before. It is written
-- so that no index and no estimate goes by it: lists say once more, and better, whose rows they want. Staff who work
-- for some organisations have <table>_some. Whose view it is, is asked once and before any row: to a client <table>_all and <table>_some are
-- empty. See docs/decisions/0019-lists-read-views.md.
--
-- How many rows have a word in them PostgreSQL tells by the values that it keeps of a column, but of a hundred it takes a part by the length of
-- the word: of 20 vehicles with ZZ00 in their number it expected 8,000, and read the 100,000 of their organisation beside them to have fewer.
-- Of two hundred it takes none: so many are kept of columns that are searched.
create function searched_columns(source regclass) returns setof name language sql stable
begin atomic
  select distinct a.attname from pg_index i
    join pg_opclass o on o.oid = any (i.indclass::oid[]) and o.opcname = 'gin_trgm_ops'
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey::smallint[]) and a.attnum > 0
   where i.indrelid = source;
end;

create or replace function list_rows(source regclass, owner_column name default 'org_id') returns void language plpgsql as $$
declare
  source_name name := (select relname from pg_class where oid = source);
  searched name;
begin
  if (select relkind in ('r', 'p') from pg_class where oid = source) then
    execute format('drop policy if exists %I on %s', source_name || '_owner', source);
    execute format('create policy %I on %s for select to current_user using (true)', source_name || '_owner', source);
  end if;
  for searched in select column_name from searched_columns(source) column_name loop
    execute format('alter table %s alter column %I set statistics 200', source, searched);
  end loop;
  execute format(
    'create or replace view %I as select * from %s where (select scope_kind() = ''staff'')', source_name || '_all', source);
  execute format(
    'create or replace view %I as select * from %s where coalesce(%I = (select scope_org()), false)', source_name || '_rows', source, owner_column);
  execute format(
    'create or replace view %1$I as select * from %2$s where (select scope_kind() = ''clients'')
       and (%3$I is null or %3$I = any ((select scope_orgs())::uuid[]))',
    source_name || '_some', source, owner_column);
  execute format(
    'grant select on %I, %I, %I to %s', source_name || '_all', source_name || '_rows', source_name || '_some', $role$:app$role$);
end $$;

do $$
declare
  listed regclass;
begin
  for listed in
    select source.oid from pg_class seen join pg_class source on source.relname || '_rows' = seen.relname and source.relnamespace = seen.relnamespace
     where seen.relnamespace = 'public'::regnamespace and seen.relkind = 'v' and source.relname <> 'staff_user'
       and to_regclass(source.relname || '_all') is not null
  loop
    perform list_rows(listed, case when listed = 'organisation'::regclass then 'id' else 'org_id' end);
  end loop;
end $$;

do $$
declare
  searched name;
  listed regclass;
begin
  -- The people's catalogues are views of it.
  for searched in select column_name from searched_columns('account') column_name loop
    execute format('alter table account alter column %I set statistics 200', searched);
  end loop;
  for listed in select distinct a.attrelid from pg_attribute a where a.attstattarget = 200 loop
    execute format('analyze %s', listed);
  end loop;
end $$;

create view staff_user_some as select * from staff_user where (select scope_kind() = 'clients');
grant select on staff_user_some to :app;
