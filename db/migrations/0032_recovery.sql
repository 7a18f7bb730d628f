-- A call that writes many records, each in a transaction of its own, can be repeated with its Idempotency-Key after the product was killed:
-- which records it chose, which of them are done (a bit for each, set in the transaction that writes the record), and who works on it.
alter table idempotency
  add column ids uuid[],
  add column done bytea,
  add column worker uuid,
  add column worked_at timestamptz;

-- Which keys this database's data is under, by a digest of each, so that a start with a lost or a wrong key file is refused. The keys
-- themselves are in the data folder. A database that is in use already has its keys; which they are is noted at the next start, and of
-- the one that files are under it is known.
create table installation_key (
  name text primary key,
  key_id text,
  noted_at timestamptz not null default now()
);
grant select, insert, update on installation_key to :app;
select set_config('app.scope', 'staff', true);
insert into installation_key (name, key_id)
select name, case name when 'files.key' then (select key_id from file order by created_at desc limit 1) end
  from unnest(array['files.key', 'credentials.key', 'password.key', 'session.key']) as known (name)
 where exists (select 1 from account);
select set_config('app.scope', '', true);
