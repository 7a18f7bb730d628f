-- Which vehicle a challan is about, for what is asked about the challan.
create view challans_challan with (security_invoker = true) as select id, org_id, vehicle_id, status, deleted_at from challan;
grant select on challans_challan to :app;

-- The same of a policy.
create view policies_policy with (security_invoker = true) as select id, org_id, vehicle_id, status, deleted_at from app_user_policy;
grant select on policies_policy to :app;
