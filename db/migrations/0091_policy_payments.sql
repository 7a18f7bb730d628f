-- What a transaction pays or gives back: the record of another area, which hears of it.
alter table wallet_transaction add column about_module text check (length(about_module) between 1 and 60), add column about_id uuid,
  add check ((about_module is null) = (about_id is null));
create index wallet_transaction_about_id_idx on wallet_transaction (about_id, created_at desc) where about_id is not null;

-- How the premium of a policy was paid, and what of it left the wallet and has not come back.
alter table app_user_policy add column payment text not null default 'NONE' check (payment in ('NONE', 'WALLET', 'INSURER')),
  add column paid_paise bigint not null default 0 check (paid_paise >= 0),
  -- Counts what was posted for the policy: with its version the key of the next posting.
  add column postings integer not null default 0,
  add constraint app_user_policy_paid_check check (paid_paise = 0 or payment = 'WALLET');
select list_rows('app_user_policy');
alter table policy_version drop constraint policy_version_kind_check, add constraint policy_version_kind_check
  check (kind in ('ISSUED', 'CORRECTED', 'ENDORSED', 'CANCELLED', 'REINSTATED'));
