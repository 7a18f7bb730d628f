-- Urgent messages go before others: of each service these are found first.
alter table push_message add column is_urgent boolean not null default false;
update push_message m set is_urgent = true from notice n where n.id = m.notice_id and n.severity = 'urgent';
drop index push_message_due_idx;
create index push_message_due_idx on push_message (service, is_urgent, due_at, id);
