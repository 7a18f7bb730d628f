-- What a cancellation suggested to give back to the wallet that paid: for whom may refund, who is often somebody else.
alter table app_user_policy add column refund_due_paise bigint check (refund_due_paise > 0),
  add column refund_days integer,
  add column refund_by text,
  add column refund_by_staff boolean not null default true,
  add constraint app_user_policy_refund_due_check check (refund_due_paise is null or cancelled_on is not null);
create index app_user_policy_refund_due_idx on app_user_policy (cancelled_on, id) where refund_due_paise is not null;
select list_rows('app_user_policy');
