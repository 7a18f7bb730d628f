-- Below what can be spent a wallet counts as low, and who may top it up is told: ₹1,000 unless somebody chose another amount; 0: never.
alter table wallet add column low_paise bigint not null default 100000 check (low_paise between 0 and 100000000);
grant update (low_paise) on wallet to :app;
