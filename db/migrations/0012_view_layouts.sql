-- A view has columns of its own, with widths and pins; what somebody changes about them while it is open is theirs alone.
alter table saved_view add column columns jsonb;
alter table list_setting drop constraint list_setting_pkey;
-- Null: the list when no view is open.
alter table list_setting add column view_id uuid references saved_view (id) on delete cascade;
create unique index list_setting_key on list_setting (account_id, module, view_id) nulls not distinct;
create index list_setting_view_idx on list_setting (view_id) where view_id is not null;
