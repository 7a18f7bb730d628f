import { ownerOf } from '#areas/rights/rights.server.ts';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import { type emergencyContact, mostContacts } from './contact.contract.ts';

type Row = RowOf<typeof emergencyContact>;

/** Room between the places of two contacts, so that another finds one between. */
const step = 10;

/** Contacts are of the organisation of the person, at most five each, and never the person's own number. */
export const contactPolicy: RowPolicy<typeof emergencyContact> = {
  async prepare(db, writer, values) {
    if ((values.orgId ?? null) === null) values.orgId = await orgOfPerson(db, writer, values.appUserId);
  },
  async complete(db, _writer, drafts) {
    const people = [...new Set(drafts.map(({ values }) => values.appUserId))].sort();
    // Whoever adds to the contacts of one person at the same time takes turns: the sixth is seen by both.
    for (const id of people) await db.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [id]);
    const last = await lastPlaces(db, people);
    for (const { before, values, messages } of drafts) {
      if ((values.position ?? null) === null) {
        const place = before?.position ?? (last.get(values.appUserId) ?? 0) + step;
        values.position = place;
        last.set(values.appUserId, Math.max(place, last.get(values.appUserId) ?? 0));
      }
      if (values.altMobile === values.mobile)
        messages.altMobile = 'This is the first number. Enter another or leave it empty';
      if (values.notifyBy.includes('EMAIL') && (values.email ?? null) === null)
        messages.email = 'Enter an email address, or do not choose Email';
    }
  },
  async check(db, _writer, change) {
    const { action, before, values } = change;
    if (action === 'update' && values.appUserId !== before.appUserId)
      throw refuse.badInput({ appUserId: 'A contact stays with its person. Add them to the other person instead' });
    if (action === 'restore') {
      await db.query('select pg_advisory_xact_lock(hashtextextended($1, 8))', [before.appUserId]);
      if ((await countOf(db, before.appUserId)) >= mostContacts) throw refuse.conflict(tooMany);
    }
  },
  async afterMany(db, _writer, changes, rows) {
    const written = rows.filter((_, at) => ['create', 'update'].includes(changes[at]?.action ?? ''));
    await refuseOwnNumbers(db, written);
    const isNew = changes.some(({ action }) => action === 'create');
    for (const id of isNew ? new Set(written.map(({ appUserId }) => appUserId)) : [])
      if ((await countOf(db, id)) > mostContacts) throw refuse.badInput({ appUserId: tooMany });
  },
};

const tooMany = `This person has ${mostContacts} emergency contacts, which is the most. Delete one first`;

/** The organisation of the person, for those who may write there. */
async function orgOfPerson(db: Queryable, writer: Writer, personId: string): Promise<string> {
  const [row] = await db.query<{ orgId: string }>('select org_id as "orgId" from people_app_user where id = $1', [
    personId,
  ]);
  return ownerOf(db, writer, 'appUserId', row?.orgId);
}

/** Where the last contact of each person stands. */
const lastPlaces = async (db: Queryable, people: readonly string[]): Promise<Map<string, number>> =>
  new Map(
    (
      await db.query<{ id: string; last: number }>(
        `select app_user_id as id, max(position) as last from emergency_contact where app_user_id = any($1::uuid[]) and deleted_at is null
         group by app_user_id`,
        [[...people]],
      )
    ).map(({ id, last }) => [id, last]),
  );

const countOf = async (db: Queryable, personId: string): Promise<number> =>
  (await db.query('select from emergency_contact where app_user_id = $1 and deleted_at is null', [personId])).length;

/** @throws 400 where somebody would be called on the number of the person who needs help */
async function refuseOwnNumbers(db: Queryable, rows: readonly Row[]): Promise<void> {
  const own = new Map(
    (
      await db.query<{ id: string; mobile: string | null }>(
        'select id, mobile from identity_person where id = any($1::uuid[])',
        [rows.map(({ appUserId }) => appUserId)],
      )
    ).map(({ id, mobile }) => [id, mobile]),
  );
  for (const { appUserId, mobile, altMobile } of rows) {
    const number = own.get(appUserId) ?? null;
    if (number === null) continue;
    const message = 'This is the person’s own number. Enter the number of the contact';
    if (mobile === number) throw refuse.badInput({ mobile: message });
    if (altMobile === number) throw refuse.badInput({ altMobile: message });
  }
}
