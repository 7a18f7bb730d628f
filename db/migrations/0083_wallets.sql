-- Whose wallets may be.
create view people_app_user with (security_invoker = true) as select id, org_id, name, status, deleted_at from app_user;
grant select on people_app_user to :app;

-- Wallets: whose money it is and what it was for. How much there is says the ledger, whose account each wallet is.
create table wallet (
  -- That of its account in the ledger.
  id uuid primary key references ledger_account (id),
  org_id uuid not null references organisation (id),
  -- Null: the organisation's own wallet. Else that of one of its users.
  owner_id uuid references account (id),
  created_at timestamptz not null
);
create unique index wallet_org_id_key on wallet (org_id) where owner_id is null;
create unique index wallet_owner_id_key on wallet (owner_id) where owner_id is not null;
create index wallet_org_id_idx on wallet (org_id);
select fence_rows('wallet');
grant select, insert on wallet to :app;

-- What happens in a wallet, from the moment that it is begun. The money moves in the ledger, under the same id.
create table wallet_transaction (
  id uuid primary key,
  ref text not null unique,
  org_id uuid not null references organisation (id),
  wallet_id uuid not null references wallet (id),
  -- 1 credit, 2 debit.
  transaction_type smallint not null check (transaction_type in (1, 2)),
  -- 0 pending, 1 success, 2 failed, 3 reversed, 4 void.
  status smallint not null check (status between 0 and 4),
  paise bigint not null check (paise between 1 and 1000000000000),
  -- Of a hold, what was taken of it.
  captured_paise bigint check (captured_paise between 1 and paise),
  reason text not null check (reason in ('TOPUP', 'CHALLAN', 'PREMIUM', 'FEE', 'REFUND', 'REVERSAL', 'ADJUSTMENT')),
  subject text check (length(subject) between 1 and 100),
  note text check (length(note) between 1 and 500),
  -- What is refunded or reversed.
  of_id uuid references wallet_transaction (id),
  is_hold boolean not null default false,
  hold_until timestamptz,
  -- Waits for the approval of a second person.
  needs_approval boolean not null default false,
  order_id text unique,
  payment_id text unique,
  -- Why it failed or was declined.
  why text check (length(why) <= 300),
  balance_paise bigint,
  made_by uuid references account (id),
  made_by_name text not null,
  -- Who of the staff it was is no client's business.
  by_staff boolean not null default false,
  decided_by uuid references account (id),
  decided_by_name text,
  created_at timestamptz not null,
  settled_at timestamptz,
  check (is_hold = (hold_until is not null)),
  check ((reason in ('REFUND', 'REVERSAL')) = (of_id is not null)),
  constraint wallet_transaction_second_person check (not needs_approval or status <> 1 or decided_by <> made_by)
);
create index wallet_transaction_org_id_idx on wallet_transaction (org_id, created_at desc, id desc);
create index wallet_transaction_created_at_idx on wallet_transaction (created_at desc, id desc);
create index wallet_transaction_wallet_id_idx on wallet_transaction (wallet_id, created_at desc, id desc);
create index wallet_transaction_status_idx on wallet_transaction (status, created_at desc, id desc);
create index wallet_transaction_of_id_idx on wallet_transaction (of_id) where of_id is not null;
create index wallet_transaction_approval_idx on wallet_transaction (created_at) where needs_approval and status = 0;
create index wallet_transaction_hold_idx on wallet_transaction (hold_until) where is_hold and status = 0;
select fence_rows('wallet_transaction');
grant select, insert on wallet_transaction to :app;
-- What it is about is never changed, only how it went on.
grant update (status, captured_paise, why, balance_paise, payment_id, decided_by, decided_by_name, settled_at) on wallet_transaction to :app;

-- What the payment gateway told, once each: what comes again changes nothing.
create table wallet_gateway_event (
  id text primary key,
  event text not null,
  order_id text,
  payment_id text,
  outcome text not null,
  received_at timestamptz not null
);
create index wallet_gateway_event_received_at_idx on wallet_gateway_event (received_at desc);
grant select, insert on wallet_gateway_event to :app;

-- Settlement files of the payment gateway, beside what the wallets say.
create table wallet_settlement (
  id uuid primary key,
  file_name text not null,
  -- Of the file: the same is not imported twice.
  digest text not null unique,
  lines integer not null,
  matched integer not null,
  wrong integer not null,
  paise bigint not null,
  fee_paise bigint not null,
  made_by uuid references account (id),
  made_by_name text not null,
  created_at timestamptz not null
);
create index wallet_settlement_created_at_idx on wallet_settlement (created_at desc, id desc);
grant select, insert on wallet_settlement to :app;
create table wallet_settlement_line (
  settlement_id uuid not null references wallet_settlement (id),
  line integer not null,
  payment_id text not null,
  order_id text,
  paise bigint not null,
  fee_paise bigint not null,
  state text not null check (state in ('MATCHED', 'WRONG_AMOUNT', 'UNKNOWN', 'NOT_CREDITED', 'REPEATED')),
  transaction_id uuid references wallet_transaction (id),
  primary key (settlement_id, line)
);
create index wallet_settlement_line_payment_id_idx on wallet_settlement_line (payment_id);
create index wallet_settlement_line_transaction_id_idx on wallet_settlement_line (transaction_id);
grant select, insert on wallet_settlement_line to :app;

-- The other sides: money at the payment gateway, what was collected for authorities and insurers, fees, and corrections.
insert into ledger_account (id, code, kind, floor_paise, created_at) values
  ('00000000-0000-7000-8000-000000000001', 'house:gateway', 'GATEWAY', null, now()),
  ('00000000-0000-7000-8000-000000000002', 'house:challan', 'CHALLAN_PAYABLE', 0, now()),
  ('00000000-0000-7000-8000-000000000003', 'house:premium', 'PREMIUM_PAYABLE', 0, now()),
  ('00000000-0000-7000-8000-000000000004', 'house:fee', 'FEES', 0, now()),
  ('00000000-0000-7000-8000-000000000005', 'house:adjustment', 'ADJUSTMENT', null, now());
-- Five thousand rupees.
insert into ledger_limit (reason, alone_paise) values ('ADJUSTMENT', 500000);
