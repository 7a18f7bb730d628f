-- Lists say of each of their rows whether the message about it left.
create index mail_record_idx on mail (record_id, created_at desc, id desc) where record_id is not null;
