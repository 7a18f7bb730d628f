-- A policy has the document that was verified, and beside it one that waits for its review.
drop index vehicle_kyc_doc_policy_id_key;
create index vehicle_kyc_doc_policy_id_idx on vehicle_kyc_doc (policy_id) where policy_id is not null;
-- The last day that was verified, of a document that ends sooner because its policy does.
alter table vehicle_kyc_doc add column verified_upto date;
select list_rows('vehicle_kyc_doc');

-- Clients are not told who of the staff was at work. Of versions that there are it is not known, so it is taken to be staff.
alter table policy_version add column by_staff boolean not null default true;
