-- What the night looks for: papers that count, by their last day.
create index vehicle_kyc_doc_counting_idx on vehicle_kyc_doc (valid_upto) where review_state in ('VERIFIED', 'EXPIRING_SOON');
