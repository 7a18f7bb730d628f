-- Lists of trips are long: whose rows may be seen is asked once for a statement, not for each row that it looks at.
drop policy trip_scope on trip;
create policy trip_scope on trip using ((select current_setting('app.scope', true)) = 'staff'
  or org_id = (select nullif(current_setting('app.org', true), '')::uuid)
  or (select current_setting('app.scope', true)) = 'clients'
    and org_id = any ((select string_to_array(current_setting('app.orgs', true), ','))::uuid[]));
-- Trips that touch a range of time. They come in the order of their times, so that a summary of pages will do; unlike an index of rows
-- it does not, from PostgreSQL 16 on, make each change of a trip that goes on a new entry in all the others.
create index trip_span_idx on trip using brin (start_at, end_at) with (pages_per_range = 32, autosummarize = on);
