-- The ledger: accounts, and what moved between them, in whole paise. It knows nothing of what the money is for. The product itself may only
-- read these tables; it moves money through the functions of 0080, which run as the owner of the tables and keep every rule by themselves.
create table ledger_account (
  id uuid primary key,
  -- Null: an account of the house, like that of a payment gateway.
  org_id uuid references organisation (id),
  -- What it is called by whoever opened it, once for all.
  code text not null unique check (code <> ''),
  kind text not null check (kind ~ '^[A-Z][A-Z_]{1,30}$'),
  currency text not null default 'INR' check (currency = 'INR'),
  -- The least and the most that may be there. Null: no bound.
  floor_paise bigint,
  ceiling_paise bigint,
  credited_paise bigint not null default 0,
  debited_paise bigint not null default 0,
  balance_paise bigint not null default 0,
  -- Reserved by open holds: still there, and not to be spent.
  held_paise bigint not null default 0 check (held_paise >= 0),
  -- Postings so far, and the hash of the last: the end of the chain of this account.
  entries bigint not null default 0,
  hash bytea not null default '\x',
  last_at timestamptz,
  -- Nothing is paid from it or reserved of it.
  is_frozen boolean not null default false,
  created_at timestamptz not null,
  check (balance_paise = credited_paise - debited_paise),
  -- What a program can count exactly.
  check (greatest(credited_paise, debited_paise) <= 9007199254740991),
  constraint ledger_account_floor check (floor_paise is null or balance_paise - held_paise >= floor_paise),
  constraint ledger_account_ceiling check (ceiling_paise is null or balance_paise <= ceiling_paise)
) with (fillfactor = 60);
create index ledger_account_org_id_idx on ledger_account (org_id);
select fence_rows('ledger_account');
create policy ledger_account_owner on ledger_account to current_user using (true);
grant select on ledger_account to :app;

-- Money that is reserved of an account for another. It resolves once: captured, wholly or in part, voided, or expired.
create table ledger_hold (
  id uuid primary key,
  org_id uuid references organisation (id),
  account_id uuid not null references ledger_account (id),
  to_id uuid not null references ledger_account (id),
  paise bigint not null check (paise between 1 and 1000000000000),
  captured_paise bigint check (captured_paise between 1 and paise),
  reason text not null check (reason ~ '^[A-Z][A-Z_]{1,30}$'),
  state text not null check (state in ('OPEN', 'CAPTURED', 'VOIDED', 'EXPIRED')),
  made_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  resolved_at timestamptz,
  check (account_id <> to_id),
  check ((state = 'OPEN') = (resolved_at is null)),
  check ((state = 'CAPTURED') = (captured_paise is not null))
);
create index ledger_hold_org_id_idx on ledger_hold (org_id);
create index ledger_hold_open_idx on ledger_hold (account_id, expires_at) where state = 'OPEN';
create index ledger_hold_expires_at_idx on ledger_hold (expires_at) where state = 'OPEN';
create index ledger_hold_to_id_idx on ledger_hold (to_id);
select fence_rows('ledger_hold');
create policy ledger_hold_owner on ledger_hold to current_user using (true);
grant select on ledger_hold to :app;

-- One movement from one account to another. Never changed and never removed: what was wrong is corrected by another one.
create table ledger_transfer (
  -- Made by whoever asks, who may ask again with it.
  id uuid primary key check (id not in ('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')),
  -- Whose money it is, where one of the accounts is somebody's: they are never two organisations'.
  org_id uuid references organisation (id),
  kind text not null check (kind in ('TRANSFER', 'CAPTURE', 'REFUND', 'REVERSAL')),
  from_id uuid not null references ledger_account (id),
  to_id uuid not null references ledger_account (id),
  paise bigint not null check (paise between 1 and 1000000000000),
  reason text not null check (reason ~ '^[A-Z][A-Z_]{1,30}$'),
  -- What is refunded or reversed.
  of_id uuid references ledger_transfer (id),
  hold_id uuid references ledger_hold (id),
  note text not null default '' check (length(note) <= 500),
  made_by uuid,
  approved_by uuid,
  -- Its places in the chains of the two accounts.
  from_seq bigint not null,
  to_seq bigint not null,
  at timestamptz not null,
  check (from_id <> to_id),
  constraint ledger_transfer_second_person check (approved_by is null or (made_by is not null and approved_by <> made_by)),
  check ((kind in ('REFUND', 'REVERSAL')) = (of_id is not null)),
  check ((kind = 'CAPTURE') = (hold_id is not null))
);
create index ledger_transfer_org_id_idx on ledger_transfer (org_id);
create index ledger_transfer_of_id_idx on ledger_transfer (of_id) where of_id is not null;
create unique index ledger_transfer_reversal_idx on ledger_transfer (of_id) where kind = 'REVERSAL';
create unique index ledger_transfer_hold_id_idx on ledger_transfer (hold_id) where hold_id is not null;
select fence_rows('ledger_transfer');
create policy ledger_transfer_owner on ledger_transfer to current_user using (true);
grant select on ledger_transfer to :app;

-- The two sides of a transfer, each in the chain of its account: less than nothing left it, more came in.
create table ledger_posting (
  account_id uuid not null references ledger_account (id),
  seq bigint not null check (seq > 0),
  org_id uuid references organisation (id),
  transfer_id uuid not null references ledger_transfer (id),
  paise bigint not null check (paise <> 0),
  balance_paise bigint not null,
  at timestamptz not null,
  hash bytea not null,
  primary key (account_id, seq)
);
select fence_rows('ledger_posting');
create policy ledger_posting_owner on ledger_posting to current_user using (true);
grant select on ledger_posting to :app;

-- What one person may move alone for a reason. What is not named has no limit.
create table ledger_limit (
  reason text primary key check (reason ~ '^[A-Z][A-Z_]{1,30}$'),
  alone_paise bigint not null check (alone_paise >= 0)
);
grant select on ledger_limit to :app;

-- Checks of the whole books: that all balances add up to nothing, that each is what its postings come to, and that no chain is broken.
create table ledger_proof (
  id uuid primary key,
  state text not null check (state in ('RUNNING', 'WHOLE', 'BROKEN', 'FAILED')),
  started_at timestamptz not null,
  -- Null: the product, at night.
  started_by uuid,
  finished_at timestamptz,
  accounts bigint not null default 0,
  postings bigint not null default 0,
  sum_paise bigint,
  -- Hash over the ends of all chains, and over the proof before it.
  root text,
  faults jsonb,
  progress jsonb
);
create unique index ledger_proof_running_idx on ledger_proof (state) where state = 'RUNNING';
create index ledger_proof_started_at_idx on ledger_proof (started_at desc, id desc);
grant select, insert, update, delete on ledger_proof to :app;

-- The owner of the tables as well changes nothing of what was written.
create function ledger_is_kept() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'The ledger is append-only: correct it by another transfer' using errcode = 'restrict_violation';
end $$;
create trigger ledger_transfer_kept before update or delete on ledger_transfer for each row execute function ledger_is_kept();
create trigger ledger_transfer_whole before truncate on ledger_transfer execute function ledger_is_kept();
create trigger ledger_posting_kept before update or delete on ledger_posting for each row execute function ledger_is_kept();
create trigger ledger_posting_whole before truncate on ledger_posting execute function ledger_is_kept();
create trigger ledger_account_whole before truncate on ledger_account execute function ledger_is_kept();
create trigger ledger_account_kept before delete on ledger_account for each row execute function ledger_is_kept();
create trigger ledger_hold_kept before delete on ledger_hold for each row execute function ledger_is_kept();

-- A hold that has resolved stays as it is, and an open one changes in nothing but that.
create function ledger_hold_resolves() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state <> 'OPEN' or new.state = 'OPEN'
    or (new.id, new.account_id, new.to_id, new.paise, new.reason, new.created_at, new.expires_at)
      is distinct from (old.id, old.account_id, old.to_id, old.paise, old.reason, old.created_at, old.expires_at) then
    raise exception 'A hold resolves once' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ledger_hold_resolved before update on ledger_hold for each row execute function ledger_hold_resolves();
