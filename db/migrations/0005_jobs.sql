-- Work to be done later, in the order it falls due. A job's effects and its removal are one transaction.
create table job (
  id uuid primary key,
  name text not null,
  -- At most one waiting job has a given key; adding it again changes nothing.
  key text,
  payload jsonb not null default '{}',
  run_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  -- Set when all attempts were used up; kept for people to look at.
  failed_at timestamptz,
  created_at timestamptz not null
);
create unique index job_key_key on job (name, key) where failed_at is null and key is not null;
create index job_due_idx on job (run_at, id) where failed_at is null;
grant select, insert, update, delete on job to :app;
