import { ownerOf } from '#areas/rights/rights.server.ts';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import { publish } from '#kit/server/notify/publish.ts';
import { challanContested } from '../notices/challan-topics.ts';
import { challan, type challanContest, type challanNote, contestGrounds } from './challan.contract.ts';
import type { ChallanMails } from './challan-mails.ts';
import { lockChallans, type StoredChallan, turnChallan } from './challans.store.ts';

/** For so long what was written may be changed by who wrote it. */
const editMs = 5 * 60_000;

/** Contests: the first one turns the challan, further ones bring more papers while it is not decided. What was sent stays. */
export const contestPolicy = (mails: ChallanMails): RowPolicy<typeof challanContest> => ({
  prepare: takeOrganisation,
  async complete(_db, _writer, drafts) {
    for (const { before, values, messages } of drafts) {
      if (before && before.challanId !== values.challanId) messages.challanId = 'A contest stays with its challan';
      if (values.text.trim().length < 10) messages.text = 'Say what happened in 10 characters or more';
    }
  },
  async check(db, writer, { action, before, values }) {
    if (action === 'create') mustBeOpen(await challanOf(db, values.challanId, values.orgId ?? null), writer.now);
    if (action !== 'update') return;
    if (before.createdBy !== writer.actorId) throw refuse.conflict('Only who wrote this can change it');
    if (writer.now.getTime() - Date.parse(before.createdAt) > editMs)
      throw refuse.conflict('This can be changed for five minutes only. Send another one');
  },
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries()) if (changes[at]?.action === 'create') await follow(db, writer, row, mails);
  },
  rights: () => [...actions],
  rightsBy: () => 'all',
});

/** @throws 409 where a challan is not contested any more */
function mustBeOpen({ challanStatus, status, contestBy, decideBy, turnsAt }: StoredChallan, now: Date): void {
  if (status !== 1) throw refuse.conflict('This challan is inactive');
  const isOver = turnsAt !== null && Date.parse(turnsAt) <= now.getTime();
  if (challanStatus === 'NOTIFIED' && isOver)
    throw refuse.conflict(`It could be contested until ${dayInWords(contestBy ?? '')}`);
  if (challanStatus === 'CONTESTED' && isOver)
    throw refuse.conflict(`It was to be decided by ${dayInWords(decideBy ?? '')}, and falls`);
  if (challanStatus !== 'NOTIFIED' && challanStatus !== 'CONTESTED')
    throw refuse.conflict('This challan cannot be contested now');
}

async function follow(
  db: Queryable,
  writer: Writer,
  row: RowOf<typeof challanContest>,
  mails: ChallanMails,
): Promise<void> {
  const of = await challanOf(db, row.challanId, row.orgId ?? null);
  mustBeOpen(of, writer.now);
  const isStaff = writer.orgId === null;
  const author = writer.onBehalfOfName ?? writer.actorName;
  await db.query('update challan_contest set author = $2, by_staff = $3 where id = $1', [row.id, author, isStaff]);
  writer.touched.push([challan.base, of.orgId]);
  if (of.challanStatus !== 'NOTIFIED') return;
  const decideBy = addDays(indiaDay(writer.now), (await deadlinesOn(db, of.offenceOn))('DECIDE'));
  const next = await turnChallan(db, writer, of, {
    what: 'CONTESTED',
    to: 'CONTESTED',
    note: contestGrounds.find(({ value }) => value === row.grounds)?.label ?? null,
    set: { contested_at: writer.now.toISOString(), decide_by: decideBy },
  });
  await publish(db, writer.now, {
    topic: challanContested,
    orgId: of.orgId,
    to: { module: challan.path, action: 'view', staff: 'approve' },
    params: { challan: of.challanNo, by: decideBy },
    link: `/${challan.path}/${of.id}`,
    record: { module: challan.path, id: of.id },
    onceKey: `challan-contested:${row.id}`,
    except: writer.actorId,
  });
  await mails.news(db, next, 'contested', `It was contested, and is to be decided by ${dayInWords(decideBy)}.`, writer);
}

/** Notes of staff: the challan itself stays as it is. */
export const challanNotePolicy: RowPolicy<typeof challanNote> = {
  prepare: takeOrganisation,
  async complete(_db, _writer, drafts) {
    for (const { before, values, messages } of drafts) {
      if (values.text.trim() === '') messages.text = 'Write something';
      if (before && before.challanId !== values.challanId) messages.challanId = 'A note stays with its challan';
    }
  },
  async check(_db, writer, { action, before }) {
    if (action === 'update' && before.createdBy !== writer.actorId)
      throw refuse.conflict('Only who wrote this can change it');
  },
  async afterMany(db, writer, changes, rows) {
    for (const [at, row] of rows.entries())
      if (changes[at]?.action === 'create')
        await db.query('update challan_note set author = $2 where id = $1', [row.id, writer.actorName]);
  },
  rights: () => [...actions],
  rightsBy: () => 'all',
};

/** Fills in whose a challan is, for those who may write there. */
async function takeOrganisation(
  db: Queryable,
  writer: Writer,
  values: { challanId: string; orgId?: string | null | undefined },
): Promise<void> {
  if ((values.orgId ?? null) !== null) return;
  const [row] = await db.query<{ orgId: string }>(
    'select org_id as "orgId" from challan where id = $1 and deleted_at is null',
    [values.challanId],
  );
  values.orgId = await ownerOf(db, writer, 'challanId', row?.orgId);
}

/** The challan of something that is written to it, locked. @throws 400 where it is not theirs */
async function challanOf(db: Queryable, id: string, orgId: string | null): Promise<StoredChallan> {
  // Another organisation's is answered like one that never was, and nobody waits for it.
  const own = await db.query('select from challan where id = $1 and org_id = $2 and deleted_at is null', [id, orgId]);
  const [row] = own.length === 0 ? [] : await lockChallans(db, [id]);
  if (!row) throw refuse.badInput({ challanId: 'This record no longer exists' });
  return row;
}
