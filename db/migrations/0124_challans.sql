-- What rules of challans ask about a vehicle: the office where it is registered.
create or replace view vehicles_vehicle with (security_invoker = true) as
  select id, org_id, slot, registration_no, registration_ends_on, chassis_no, engine_no, registered_on, model_id, category_id, driver_id,
    situation, was_active, blacklisted, state, verdict, verdict_line, verdict_until, registration_upto, insurance_upto, puc_upto,
    fitness_upto, permit_upto, tax_upto, status, deleted_at, unlisted_model, rto_id
  from vehicle;

-- Where drivers are written to.
create or replace view people_driver with (security_invoker = true) as
  select id, org_id, name, dob, dl_no, dl_no_hash, licence_classes, dl_issued_on, dl_valid_nt, dl_valid_tr, stage, situation, state,
    verdict, verdict_line, verdict_until, medical_upto, medical_outcome, status, deleted_at, email
  from driver;

-- A violation as a challan is made of it.
create view speeding_violation with (security_invoker = true) as
  select id, org_id, vehicle_id, driver_id, state, tier, ground_change, from_at, to_at, road_name, peak_lat_e7, peak_lon_e7, limit_kmh,
    speed_class, evidence
  from violation;
grant select on speeding_violation to :app;

-- What is asked for an offence, by the company (INTERNAL) or by an authority (GOVERNMENT). It belongs to whose the vehicle was then.
create table challan (
  id uuid primary key,
  source text not null check (source in ('INTERNAL', 'GOVERNMENT')),
  challan_no text not null,
  challan_type_id uuid not null references challan_type (id),
  org_id uuid not null references organisation (id),
  vehicle_id uuid not null references vehicle (id),
  driver_id uuid references driver (id),
  liable text not null check (liable in ('DRIVER', 'OWNER')),
  offence_on date not null,
  offence_time text not null check (offence_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  offence_at timestamptz not null generated always as
    ((offence_on + make_interval(hours => left(offence_time, 2)::integer, mins => right(offence_time, 2)::integer)) at time zone 'Asia/Kolkata') stored,
  state text,
  place text not null,
  lat numeric,
  lon numeric,
  units integer,
  amount_paise bigint check (amount_paise >= 0),
  min_paise bigint check (min_paise >= 0),
  max_paise bigint check (max_paise >= min_paise),
  authority text,
  attachment_id uuid references file (id),
  violation_id uuid references violation (id),
  speed_kmh numeric,
  limit_kmh numeric,
  seconds integer,
  offence_no integer check (offence_no > 0),
  action text,
  licence_points integer,
  rule_id uuid references challan_rule (id),
  rule_version integer,
  -- What it begins as: see challan_begins.
  challan_status text not null,
  asked_at timestamptz,
  answer_by date,
  answered_at timestamptz,
  answer text,
  issued_at timestamptz,
  notify_by date,
  notified_on date,
  contest_by date,
  contested_at timestamptz,
  decide_by date,
  decided_at timestamptz,
  decision_reason text,
  order_text text,
  pay_by date,
  overdue boolean not null default false,
  payment text not null default 'NONE' check (payment in ('NONE', 'WALLET', 'OUTSIDE')),
  paid_paise bigint not null default 0 check (paid_paise between 0 and coalesce(amount_paise, 0)),
  deposit_paise bigint check (deposit_paise >= 0),
  refunded_paise bigint not null default 0 check (refunded_paise >= 0),
  -- How often money was moved for it.
  postings integer not null default 0,
  paid_on date,
  receipt_no text,
  due text generated always as (case challan_status
    when 'DRAFT' then case when answer_by is not null and answered_at is null then 'ANSWER' end
    when 'ISSUED' then 'NOTIFY'
    when 'NOTIFIED' then 'PAY_OR_CONTEST'
    when 'CONTESTED' then 'DECIDE'
    when 'DEEMED_ACCEPTED' then case when amount_paise > 0 then 'PAY' end
    when 'UPHELD' then case when amount_paise > 0 then 'PAY' end end) stored,
  due_on date generated always as (case challan_status
    when 'DRAFT' then case when answered_at is null then answer_by end
    when 'ISSUED' then notify_by
    when 'NOTIFIED' then contest_by
    when 'CONTESTED' then decide_by
    when 'DEEMED_ACCEPTED' then case when amount_paise > 0 then pay_by end
    when 'UPHELD' then case when amount_paise > 0 then pay_by end end) stored,
  -- The moment at which it becomes something else by itself: when the last day is over in India.
  turns_at timestamptz generated always as (((case challan_status
    when 'NOTIFIED' then contest_by
    when 'CONTESTED' then decide_by
    when 'DEEMED_ACCEPTED' then case when amount_paise > 0 and not overdue then pay_by end
    when 'UPHELD' then case when amount_paise > 0 and not overdue then pay_by end end) + 1)::timestamp at time zone 'Asia/Kolkata') stored,
  unique (org_id, id),
  -- Speed is held against somebody by a proven violation alone.
  check (speed_kmh is null or violation_id is not null),
  check (source = 'INTERNAL' or violation_id is null),
  check (source = 'GOVERNMENT' or challan_no ~ '^CN-[0-9]{4}-[0-9]{5,7}$'),
  check (source = 'INTERNAL' or challan_no !~* '^CN-[0-9]'),
  check (challan_status not in ('CANCELLED', 'LAPSED', 'REFUNDED', 'DRAFT', 'ISSUED', 'NOTIFIED') or paid_paise = 0),
  check (challan_status <> 'PAID' or paid_paise > 0),
  check (payment <> 'WALLET' or source = 'INTERNAL'),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create unique index challan_org_id_challan_no_key on challan (org_id, lower(challan_no)) where deleted_at is null;
-- A violation has one challan that counts.
create unique index challan_violation_id_key on challan (violation_id)
  where violation_id is not null and deleted_at is null and challan_status not in ('CANCELLED', 'LAPSED');
create index challan_violation_id_idx on challan (violation_id) where violation_id is not null;
create index challan_challan_type_id_idx on challan (challan_type_id);
create index challan_attachment_id_idx on challan (attachment_id);
create index challan_rule_id_idx on challan (rule_id);
create index challan_turns_at_idx on challan (turns_at) where turns_at is not null and deleted_at is null and status = 1;
create index challan_offence_at_sort on challan (offence_at, id) where deleted_at is null;
create index challan_due_on_sort on challan (due_on, id) where deleted_at is null;
create index challan_amount_paise_sort on challan (amount_paise, id) where deleted_at is null;
create index challan_challan_status_due_on_idx on challan (challan_status, due_on, id) where deleted_at is null;
create index challan_org_id_due_on_sort on challan (org_id, due_on, id) include (status) where deleted_at is null;
create index challan_org_id_challan_status_idx on challan (org_id, challan_status, due_on, id) where deleted_at is null;
create index challan_overdue_idx on challan (due_on, id) where overdue and deleted_at is null;
create index challan_vehicle_id_offence_at_sort on challan (vehicle_id, offence_at, id) include (status) where deleted_at is null;
create index challan_driver_id_offence_at_sort on challan (driver_id, offence_at, id) include (status) where deleted_at is null;
create index challan_challan_no_trgm on challan using gin (challan_no gin_trgm_ops);
create index challan_place_trgm on challan using gin (place gin_trgm_ops);
select fence_rows('challan');
-- A draft is shown to a client once it was asked about, as whoever is asked must see it.
create policy challan_shown on challan as restrictive
  using ((select scope_kind()) in ('staff', 'clients') or challan_status <> 'DRAFT' or asked_at is not null);
grant select, insert, update, delete on challan to :app;
select list_rows('challan');
create or replace view challan_rows as select * from challan where (select scope_kind() = 'staff')
  or org_id = (select scope_org()) and (challan_status <> 'DRAFT' or asked_at is not null)
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);
grant select on challan_all, challan_rows to :app;

-- What a challan can become.
create table challan_arrow (from_status text, to_status text, primary key (from_status, to_status));
insert into challan_arrow values
  ('DRAFT', 'ISSUED'), ('ISSUED', 'NOTIFIED'),
  ('NOTIFIED', 'PAID'), ('NOTIFIED', 'CONTESTED'), ('NOTIFIED', 'DEEMED_ACCEPTED'),
  ('CONTESTED', 'UPHELD'), ('CONTESTED', 'CANCELLED'), ('CONTESTED', 'LAPSED'),
  ('UPHELD', 'PAID'), ('UPHELD', 'COURT'), ('DEEMED_ACCEPTED', 'PAID'), ('DEEMED_ACCEPTED', 'COURT'),
  ('PAID', 'REFUNDED');
grant select on challan_arrow to :app;

create function challan_begins() returns trigger language plpgsql as $$
begin
  if new.source = 'GOVERNMENT' then
    if new.notified_on is null then raise exception 'a government challan has a day of notice' using errcode = 'check_violation'; end if;
    new.challan_status := 'NOTIFIED';
  else
    new.challan_status := 'DRAFT';
  end if;
  return new;
end $$;
create trigger challan_begins before insert on challan for each row execute function challan_begins();

create function challan_goes_on() returns trigger language plpgsql as $$
begin
  if new.challan_status <> old.challan_status
    and not exists (select from challan_arrow where from_status = old.challan_status and to_status = new.challan_status) then
    raise exception 'a challan that is % cannot become %', old.challan_status, new.challan_status using errcode = 'check_violation';
  end if;
  -- What was asked for stays as it was asked for.
  if old.source <> new.source or old.org_id <> new.org_id or old.source = 'INTERNAL' and (old.challan_status <> 'DRAFT'
    and row(old.amount_paise, old.rule_id, old.rule_version, old.vehicle_id, old.challan_type_id, old.offence_on, old.offence_time, old.violation_id)
      is distinct from row(new.amount_paise, new.rule_id, new.rule_version, new.vehicle_id, new.challan_type_id, new.offence_on, new.offence_time, new.violation_id)
    or new.challan_status <> 'DRAFT' and old.challan_status = 'DRAFT' and new.rule_id is null) then
    raise exception 'an issued challan stays as it is' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger challan_goes_on before update on challan for each row execute function challan_goes_on();

-- The last number of each month: CN-YYMM-#####.
create table challan_number (
  month text primary key check (month ~ '^[0-9]{4}$'),
  last integer not null check (last between 1 and 9999999)
);
grant select, insert, update on challan_number to :app;

-- What became of a challan, in order.
create table challan_turn (
  challan_id uuid not null,
  org_id uuid not null references organisation (id),
  no integer not null check (no > 0),
  at timestamptz not null,
  what text not null check (what in ('ADDED', 'DRAFTED', 'ASKED', 'ANSWERED', 'ISSUED', 'NOTIFIED', 'CONTESTED', 'DEEMED_ACCEPTED', 'UPHELD',
    'CANCELLED', 'LAPSED', 'OVERDUE', 'DEPOSITED', 'COURT', 'PAID', 'REFUNDED')),
  to_status text not null,
  note text,
  paise bigint,
  actor_id uuid,
  actor text not null,
  by_staff boolean not null,
  primary key (challan_id, no),
  foreign key (org_id, challan_id) references challan (org_id, id) on delete cascade
);
create index challan_turn_org_id_idx on challan_turn (org_id, challan_id);
select fence_rows('challan_turn');
grant select, insert, update, delete on challan_turn to :app;

create table challan_contest (
  id uuid primary key,
  challan_id uuid not null,
  org_id uuid not null references organisation (id),
  grounds text not null,
  text text not null,
  attachment_id uuid references file (id),
  attachment2_id uuid references file (id),
  attachment3_id uuid references file (id),
  attachment4_id uuid references file (id),
  attachment5_id uuid references file (id),
  author text not null default '',
  by_staff boolean not null default false,
  foreign key (org_id, challan_id) references challan (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index challan_contest_org_id_idx on challan_contest (org_id);
create index challan_contest_challan_id_idx on challan_contest (org_id, challan_id, created_at);
create index challan_contest_attachment_id_idx on challan_contest (attachment_id);
create index challan_contest_attachment2_id_idx on challan_contest (attachment2_id);
create index challan_contest_attachment3_id_idx on challan_contest (attachment3_id);
create index challan_contest_attachment4_id_idx on challan_contest (attachment4_id);
create index challan_contest_attachment5_id_idx on challan_contest (attachment5_id);
create index challan_contest_created_at_sort on challan_contest (created_at, id) where deleted_at is null;
create index challan_contest_text_trgm on challan_contest using gin (text gin_trgm_ops);
select fence_rows('challan_contest');
grant select, insert, update, delete on challan_contest to :app;
select list_rows('challan_contest');
grant select on challan_contest_all, challan_contest_rows to :app;

-- What staff write for themselves. Its fence gives no row to clients, whatever a query forgets.
create table challan_note (
  id uuid primary key,
  challan_id uuid not null,
  org_id uuid not null references organisation (id),
  text text not null,
  author text not null default '',
  foreign key (org_id, challan_id) references challan (org_id, id),
  status smallint not null default 1 check (status in (0, 1)),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  deleted_at timestamptz,
  deleted_by uuid
);
create index challan_note_org_id_idx on challan_note (org_id);
create index challan_note_challan_id_idx on challan_note (org_id, challan_id, created_at);
create index challan_note_created_at_sort on challan_note (created_at, id) where deleted_at is null;
create index challan_note_text_trgm on challan_note using gin (text gin_trgm_ops);
select fence_rows('challan_note');
create policy challan_note_staff on challan_note as restrictive using ((select scope_kind()) in ('staff', 'clients'));
grant select, insert, update, delete on challan_note to :app;
select list_rows('challan_note');
create or replace view challan_note_rows as select * from challan_note where (select scope_kind() = 'staff')
  or (select scope_kind() = 'clients') and org_id = any ((select scope_orgs())::uuid[]);
grant select on challan_note_all, challan_note_rows to :app;
