-- Answers that made a ticket unnecessary: somebody who began to write one says so, once an hour of each answer.
create table faq_deflection (
  faq_id uuid not null references faq (id) on delete cascade,
  account_id uuid not null references account (id) on delete cascade,
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  org_id uuid references organisation (id),
  primary key (faq_id, account_id, hour)
);
create index faq_deflection_account_id_idx on faq_deflection (account_id);
create index faq_deflection_org_id_idx on faq_deflection (org_id);
create index faq_deflection_hour_idx on faq_deflection (hour);
select fence_rows('faq_deflection');
grant select, insert on faq_deflection to :app;
