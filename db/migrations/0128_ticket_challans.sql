-- Tickets are about challans as well.
alter table help_desk add challan_id uuid references challan (id);
create index help_desk_challan_id_idx on help_desk (challan_id);
select list_rows('help_desk');
