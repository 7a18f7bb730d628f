-- What the board of challans adds up: everything that is open, and the offences of a year, from indexes alone.
create index challan_open_idx on challan (org_id, challan_status, due_on)
  include (source, amount_paise, paid_paise, vehicle_id, driver_id, asked_at)
  where status = 1 and deleted_at is null and challan_status in ('DRAFT', 'ISSUED', 'NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD', 'COURT');
create index challan_org_id_offence_on_idx on challan (org_id, offence_on)
  include (challan_status, challan_type_id, vehicle_id, driver_id, amount_paise, paid_paise, refunded_paise, asked_at)
  where status = 1 and deleted_at is null;
-- Lists put the latest first, and what has no time last.
create index challan_offence_at_latest on challan (offence_at desc nulls last, id desc) where deleted_at is null;
create index challan_org_id_offence_at_latest on challan (org_id, offence_at desc nulls last, id desc) where deleted_at is null;
