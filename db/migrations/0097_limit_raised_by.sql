-- Whoever raises the limit does not gain by it alone: for them the lower one holds until another person has confirmed the limit.
alter table ledger_limit add column set_by uuid, add column former_paise bigint check (former_paise >= 0);

drop function ledger_set_limit(text, bigint);
create function ledger_set_limit(p_reason text, p_paise bigint, p_by uuid) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was ledger_limit;
begin
  if scope_kind() <> 'staff' or p_by is null or p_paise is null or p_paise < 0 or p_paise > 100000000 then return null; end if;
  select * into was from ledger_limit where reason = p_reason for update;
  if not found then return null; end if;
  -- Of what one person set several times in a row, the lowest holds for them.
  update ledger_limit set alone_paise = p_paise, set_by = p_by,
    former_paise = case when was.set_by = p_by then least(was.former_paise, p_paise) else least(was.alone_paise, p_paise) end
    where reason = p_reason;
  return was.alone_paise;
end $$;
revoke all on function ledger_set_limit(text, bigint, uuid) from public;
grant execute on function ledger_set_limit(text, bigint, uuid) to :app;
