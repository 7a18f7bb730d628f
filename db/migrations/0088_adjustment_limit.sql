-- What one person may move alone is changed by staff through this alone: only for reasons that have a limit, and never without one.
create function ledger_set_limit(p_reason text, p_paise bigint) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  before bigint;
begin
  if scope_kind() <> 'staff' or p_paise is null or p_paise < 0 or p_paise > 100000000 then return null; end if;
  select alone_paise into before from ledger_limit where reason = p_reason for update;
  if found then update ledger_limit set alone_paise = p_paise where reason = p_reason; end if;
  return before;
end $$;
revoke all on function ledger_set_limit(text, bigint) from public;
grant execute on function ledger_set_limit(text, bigint) to :app;
