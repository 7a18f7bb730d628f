-- Tickets about a trip or a transaction of a wallet, which are no records of catalogues. Both are kept within the organisation of the
-- ticket when it is written; a trip that is cut again may be gone, and what it was called stays.
alter table help_desk
  add column trip_id uuid references trip (id) on delete set null,
  add column transaction_id uuid references wallet_transaction (id),
  add column trip_name text,
  add column transaction_no text;
create index help_desk_trip_id_idx on help_desk (trip_id) where trip_id is not null;
create index help_desk_transaction_id_idx on help_desk (transaction_id) where transaction_id is not null;
create index help_desk_transaction_no_trgm on help_desk using gin (transaction_no gin_trgm_ops);
create index help_desk_trip_name_trgm on help_desk using gin (trip_name gin_trgm_ops);
select list_rows('help_desk');
