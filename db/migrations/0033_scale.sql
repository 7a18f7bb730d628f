-- Lists over a million rows. Row security asks whose a row is before any other condition may look at it, except for conditions that
-- PostgreSQL knows to give nothing away. lower() and ilike are not among them, so under row security no index over either is ever used to
-- find rows: a rare word, or a page deep in a list, read the whole table. Lists, searches and exports therefore read views that have the
-- condition of row security as one among others. Single records and all writes stay with the table and its row security. What is given
-- up: somebody who sends SQL of their own as the runtime role could learn of rows of others from a function that tells on its arguments;
-- they could as well set app.scope. See docs/decisions/0019-lists-read-views.md.

-- Makes the views that lists of a table read: <table>_all for the staff who see everything, where rows are counted by an index alone, and
-- <table>_rows for everybody. Call it again after a column was added. The views read as the owner of the tables, whom row security lets
-- see every row; what the owner writes stays behind it.
create function list_rows(source regclass, owner_column name default 'org_id') returns void language plpgsql as $$
declare
  source_name name := (select relname from pg_class where oid = source);
begin
  if (select relkind in ('r', 'p') from pg_class where oid = source) then
    execute format('drop policy if exists %I on %s', source_name || '_owner', source);
    execute format('create policy %I on %s for select to current_user using (true)', source_name || '_owner', source);
  end if;
  execute format(
    'create or replace view %I as select * from %s where (select current_setting(''app.scope'', true) = ''staff'')',
    source_name || '_all', source);
  execute format(
    'create or replace view %1$I as select * from %2$s where (select current_setting(''app.scope'', true) = ''staff'')
       or %3$I = (select nullif(current_setting(''app.org'', true), '''')::uuid)
       or (select current_setting(''app.scope'', true) = ''clients'')
         and (%3$I is null or %3$I = any ((select string_to_array(current_setting(''app.orgs'', true), '',''))::uuid[]))',
    source_name || '_rows', source, owner_column);
end $$;

-- The people's catalogues are views of it.
create policy account_owner on account for select to current_user using (true);
do $$
declare
  listed regclass;
begin
  foreach listed in array array['app_user', 'vehicle', 'driver', 'vehicle_kyc_doc', 'medical_report', 'device']::regclass[]
  loop
    perform list_rows(listed);
  end loop;
  perform list_rows('organisation', 'id');
end $$;
create view staff_user_all as
  select * from staff_user where (select current_setting('app.scope', true) = 'staff');
create view staff_user_rows as
  select * from staff_user where (select current_setting('app.scope', true) in ('staff', 'clients'));
grant select on organisation_all, organisation_rows, app_user_all, app_user_rows, staff_user_all, staff_user_rows, vehicle_all, vehicle_rows,
  driver_all, driver_rows, vehicle_kyc_doc_all, vehicle_kyc_doc_rows, medical_report_all, medical_report_rows, device_all, device_rows
  to :app;
