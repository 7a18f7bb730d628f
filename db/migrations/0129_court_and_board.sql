-- What a court decides about a challan: it stands, and the rest of it is to be paid, or it is cancelled, and the deposit comes back.
insert into challan_arrow values ('COURT', 'UPHELD'), ('COURT', 'CANCELLED');
-- What asks for no money is over once it stands.
insert into challan_arrow values ('DEEMED_ACCEPTED', 'CLOSED'), ('UPHELD', 'CLOSED');
alter table challan add check (challan_status <> 'CLOSED' or coalesce(amount_paise, 0) = 0);
alter table challan_turn drop constraint challan_turn_what_check;
alter table challan_turn add constraint challan_turn_what_check
  check (what in ('ADDED', 'DRAFTED', 'ASKED', 'ANSWERED', 'ISSUED', 'NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD',
    'CANCELLED', 'LAPSED', 'OVERDUE', 'DEPOSITED', 'COURT', 'COURT_UPHELD', 'COURT_CANCELLED', 'CLOSED', 'PAID', 'REFUNDED'));

-- The board adds up by state as well, from the index alone.
drop index challan_open_idx;
create index challan_open_idx on challan (org_id, challan_status, due_on)
  include (source, state, amount_paise, paid_paise, vehicle_id, driver_id, asked_at)
  where status = 1 and deleted_at is null and challan_status in ('DRAFT', 'ISSUED', 'NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD', 'COURT');

-- The number of the vehicle as it was then, for who gave the vehicle away since.
alter table challan add plate text;
select set_config('app.scope', 'staff', true);
alter table challan disable trigger user;
update challan c set plate = (select v.registration_no from vehicle v where v.id = c.vehicle_id);
alter table challan enable trigger user;
select set_config('app.scope', '', true);
create function challan_has_plate() returns trigger language plpgsql as $$
begin
  new.plate := coalesce((select v.registration_no from vehicle v where v.id = new.vehicle_id),
    case when tg_op = 'UPDATE' and old.vehicle_id = new.vehicle_id then old.plate end);
  return new;
end $$;
create trigger challan_has_plate before insert or update of vehicle_id on challan for each row execute function challan_has_plate();
create index challan_plate_trgm on challan using gin (plate gin_trgm_ops);
select list_rows('challan');
create or replace view challan_rows as select * from challan where (select scope_kind() = 'staff')
  or org_id = (select scope_org()) and (challan_status <> 'DRAFT' or asked_at is not null)
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);
