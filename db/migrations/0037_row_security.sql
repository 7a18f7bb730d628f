-- The rest of the tables with rows of organisations stand behind row security too. Which tables do not, and why, stands in
-- apps/server/isolation/row-security.test.ts.

-- Rows that say of no organisation are seen by whoever sees the row that they hang on. Whoever sees every organisation is asked for once
-- in a statement instead of once for each row: what trackers send is written as they.
create function fence_behind(fenced regclass, key name, parent regclass, parent_key name default 'id') returns void language plpgsql as $$
declare
  table_name name := (select relname from pg_class where oid = fenced);
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('drop policy if exists %I on %s', table_name || '_scope', fenced);
  execute format(
    'create policy %1$I on %2$s using ((select scope_kind()) = ''staff'' or exists (select from %3$s parent where parent.%4$I = %2$s.%5$I))',
    table_name || '_scope', fenced, parent, parent_key, key);
end $$;

select fence_behind('import_row', 'batch_id', 'import_batch');
select fence_behind('list_setting', 'account_id', 'account');
select fence_behind('user_rto', 'user_id', 'account');
select fence_behind('device_live', 'device_id', 'device');
-- Whose the installation was: where a vehicle was stays with who had it then.
select fence_behind('current_position', 'binding_id', 'device_binding');
select fence_behind('track_state', 'binding_id', 'device_binding');
select fence_behind('trip_track', 'trip_id', 'trip');

-- Catalogues of organisations can have duplicates as well. Null: those of a catalogue that is everybody's.
alter table merge add column org_id uuid references organisation (id);
select fence_rows('merge', 'org_id', 'everybody');

-- What a device sent is seen by whoever has it, from then on when they had it. What was driven with it stays with who drove: trips have
-- tracks of their own.
alter table position enable row level security;
alter table position force row level security;
create policy position_scope on position using ((select scope_kind()) = 'staff'
  or exists (select from device d where d.slot = position.device
    and (d.owned_since is null or (position.fix_at >= d.owned_since and position.received_at >= d.owned_since))));
alter table raw_frame enable row level security;
alter table raw_frame force row level security;
create policy raw_frame_scope on raw_frame using ((select scope_kind()) = 'staff'
  or exists (select from device d where d.slot = raw_frame.device and (d.owned_since is null or raw_frame.received_at >= d.owned_since)));

-- COPY takes no table behind row security. It adds to the partition of a day, where the runtime role may do nothing else: a table that
-- is named itself asks for rights of its own and has no row security. Everything else goes through the table that is behind it.
create or replace function keep_tracking_day(tracked text, day date) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  part text := tracked || to_char(day, '"_"YYYYMMDD');
  from_at timestamptz := day::timestamp at time zone 'UTC';
  to_at timestamptz := (day + 1)::timestamp at time zone 'UTC';
begin
  if tracked not in ('position', 'raw_frame') then
    raise exception 'not kept by day: %', tracked;
  end if;
  perform pg_advisory_xact_lock(7240532);
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', part, tracked);
  execute format('grant insert on %I to %s', part, $role$:app$role$);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', tracked, part, from_at, to_at);
end $$;
do $$
declare
  part regclass;
begin
  for part in select inhrelid::regclass from pg_inherits where inhparent in ('position'::regclass, 'raw_frame'::regclass) loop
    execute format('grant insert on %s to %s', part, $role$:app$role$);
  end loop;
end $$;
