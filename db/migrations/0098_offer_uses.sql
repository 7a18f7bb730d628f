-- A policy that is removed gives the use of its offer back, and takes it again when it comes back, with the offer as it was then.
alter table insurance_offer_use add column given_back_at timestamptz;

-- The owner sees no rows by itself.
create policy insurance_offer_use_owner on insurance_offer_use to current_user using (true) with check (true);
update insurance_offer_use u set given_back_at = now() from app_user_policy p
  where p.id = u.policy_id and p.cancelled_on is null and (p.status = 0 or p.deleted_at is not null);
update insurance_offer o
  set uses = (select count(*) from insurance_offer_use u where u.offer_id = o.id and u.given_back_at is null)
  where exists (select from insurance_offer_use u where u.offer_id = o.id and u.given_back_at is not null);
drop policy insurance_offer_use_owner on insurance_offer_use;
