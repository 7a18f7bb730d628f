import type { Scope } from '#kit/server/db/database.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';

/** The scope of a call about everybody's money. @throws 403 for staff who see some organisations only */
export function wholeScope({ session }: Call): Scope {
  const scope = scopeOf(session);
  if (scope.orgId !== null || scope.orgIds)
    throw refuse.forbidden('Only users who see all organisations see the books');
  return scope;
}
