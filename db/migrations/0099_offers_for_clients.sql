-- Clients see offers that are live, and those that their own policies have; of one that has not started they learn nothing.
alter table insurance_offer add column state text not null default 'SCHEDULED'
  check (state in ('SCHEDULED', 'LIVE', 'PAUSED', 'ENDED'));
-- The next start brings it in line with its own clock.
update insurance_offer set state = case when valid_to < (now() at time zone 'Asia/Kolkata')::date then 'ENDED' when status = 0 then 'PAUSED'
  when valid_from > (now() at time zone 'Asia/Kolkata')::date then 'SCHEDULED' else 'LIVE' end;

alter table insurance_offer enable row level security;
alter table insurance_offer force row level security;
create policy insurance_offer_scope on insurance_offer using ((select scope_kind()) in ('staff', 'clients') or state = 'LIVE'
  or state <> 'SCHEDULED' and exists (select from app_user_policy p where p.offer_id = insurance_offer.id and p.org_id = (select scope_org())));
-- What lists read, see 0033_scale.sql.
create policy insurance_offer_owner on insurance_offer for select to current_user using (true);
create view insurance_offer_all as select * from insurance_offer where (select scope_kind() = 'staff');
create view insurance_offer_rows as select * from insurance_offer o
  where (select scope_kind() in ('staff', 'clients')) or o.state = 'LIVE'
    or o.state <> 'SCHEDULED' and exists (select from app_user_policy p where p.offer_id = o.id and p.org_id = (select scope_org()));
grant select on insurance_offer_all, insurance_offer_rows to :app;
