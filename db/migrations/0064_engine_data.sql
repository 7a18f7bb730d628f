-- Whether devices of a category report engine data.
create or replace view devices_category with (security_invoker = true) as
  select id, interval_s, capabilities from device_category;
