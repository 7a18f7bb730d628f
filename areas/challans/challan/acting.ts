import { type CatalogueParts, idOf } from '#kit/server/catalogue/parts.ts';
import { withRights } from '#kit/server/catalogue/policy.ts';
import { type CatalogueKit, mustRead } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import { settle } from './by-the-clock.ts';
import { challan, challanStatuses } from './challan.contract.ts';
import type { ChallanMails } from './challan-mails.ts';
import { lockChallan, type StoredChallan } from './challans.store.ts';

/** What calls about challans work with. */
export interface Desk {
  kit: CatalogueKit;
  parts: CatalogueParts<typeof challan>;
  mails: ChallanMails;
}

export interface Work {
  db: Queryable;
  scope: Scope;
  writer: Writer;
  /** The challan, locked, and where the clock has brought it. */
  row: StoredChallan;
  /** Whether staff ask. */
  isStaff: boolean;
}

/** What calls that change one challan have in common. */
export const common = {
  method: 'POST',
  tag: challan.many,
  scope: 'organisation',
  once: true,
} as const;

/** Does something to the challan that a call names, in its turn, and answers with it as it is then. */
export function act(
  { kit, parts, mails }: Desk,
  call: Call,
  work: (given: Work) => Promise<{ message: string; warnings?: readonly string[]; status?: number }>,
): Promise<string> {
  const { session } = call;
  const scope = scopeOf(session);
  const id = idOf(call, challan);
  const input = { values: { ...(call.body as object | undefined) }, files: {} };
  return writeAnswer(kit, challan, call, input, async (db, writer) => {
    const locked = await lockChallan(db, scope, id);
    if (locked.status !== 1) throw refuse.conflict('This challan is inactive. Activate it first');
    const row = await settle(db, scope, writer, locked, mails);
    const { message, warnings, status } = await work({ db, scope, writer, row, isStaff: writer.orgId === null });
    return { ...(await answerWith({ kit, parts, mails }, db, call, id)), status: status ?? 200, message, warnings };
  });
}

/** The challan as the caller sees it. */
export async function answerWith({ kit, parts }: Desk, db: Queryable, call: Call, id: string) {
  const { json, row } = await mustRead(parts.reads, scopeOf(call.session), id, db);
  return { data: withRights(kit.policies, challan, call.session, json), version: row.version };
}

/** @throws 409 where a challan is not in one of these states, in words */
export function mustBe(row: StoredChallan, states: readonly StoredChallan['challanStatus'][]): void {
  if (states.includes(row.challanStatus)) return;
  const { label } = challanStatuses.find(({ value }) => value === row.challanStatus) ?? { label: '' };
  throw refuse.conflict(`This cannot be done with a challan that is “${label}”`);
}

/** @throws 409 for what is asked of the company's own notices alone */
export function mustBeOwn({ source }: StoredChallan): void {
  if (source !== 'INTERNAL') throw refuse.conflict('A government challan is handled by the authority');
}
