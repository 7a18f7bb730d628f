import { addMail } from '#areas/helpdesk/inbound/help-mail.store.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { unknownId } from '../routes.ts';
import type { World } from '../world.ts';
import type { Case, CaseMakings } from './case.ts';

const words = 'sample searches';

/** The ways to use the calls about answers and tickets; undefined for other routes. */
export async function helpCases({ world, harvest, caller, pattern, one }: CaseMakings): Promise<Case[] | undefined> {
  const teamId = () => harvest.firstOf('help-team', world.admin);
  const tickets = async (count: number) => {
    const ids = await harvest.recordsOf('help-desk', caller, count);
    return ids.length > 0 ? ids : [unknownId()];
  };
  switch (pattern) {
    case 'PUT /{catalogue}/request-status/{id}':
      return [one({ body: { requestStatus: 5, remark: 'That is all' } })];
    case 'POST /{catalogue}/satisfaction/{id}':
      return [one({ body: { score: 4 } })];
    case 'POST /{catalogue}/watch/{id}':
      return [one({ body: { watching: true } })];
    case 'POST /{catalogue}/{id}/remarks':
      return [
        one({ body: { text: 'We look into it', visibility: 'CUSTOMER' } }, [
          { module: 'ticket-reply', action: 'create' },
        ]),
        one({ body: { text: 'For us alone', visibility: 'INTERNAL' } }, [{ module: 'ticket-note', action: 'create' }]),
      ];
    case 'POST /{catalogue}/forward':
      // The ticket may be theirs already, or over: then the last one is forwarded, to somebody who may view tickets.
      return [
        one({ body: { ticketId: (await tickets(1))[0], to: { teamId: await teamId() }, reason: 'Theirs to answer' } }),
        one({
          body: {
            ticketId: (await tickets(5)).at(-1),
            to: { userId: world.admin.accountId },
            reason: 'Theirs to answer',
          },
        }),
      ];
    case 'POST /{catalogue}/assign':
      return [one({ body: { ids: await tickets(2), teamId: await teamId() } })];
    case 'POST /{catalogue}/merge': {
      const [intoId, ...ids] = await tickets(2);
      return [one({ body: { ids: ids.length > 0 ? ids : [unknownId()], intoId } })];
    }
    case 'POST /help-mail/{id}/ticket':
      return [
        one({
          url: `/help-mail/${await waiting(world)}/ticket`,
          body: { appUserId: (await harvest.firstOf('app-user', caller)) ?? unknownId() },
        }),
      ];
    case 'POST /help-mail/{id}/discard':
      return [one({ url: `/help-mail/${await waiting(world)}/discard`, body: { reason: 'Nobody asked' } })];
    case 'POST /help-mail/{id}/retry':
      return [one({ url: `/help-mail/${await waiting(world, 'FAILED')}/retry` })];
    case 'GET /help-mail/{id}':
      return [one({ url: `/help-mail/${await waiting(world)}` })];
    case 'PUT /help-mail/category':
      return [one({ body: { categoryId: await harvest.firstOf('help-category', world.admin) } })];
    case 'POST /{catalogue}/links/{id}':
      return [one({ body: { kind: 'RELATED', toId: (await tickets(2))[1] ?? unknownId() } })];
    case 'POST /{catalogue}/unlink/{id}':
      return [one({ body: { linkId: unknownId() } })];
    case 'POST /{catalogue}/split/{id}':
      return [one({ body: { wordIds: [(await tickets(1))[0]], subject: 'Something else as well' } })];
    case 'POST /{catalogue}/{id}/vote':
      return [one({ body: { helpful: true } })];
    case 'POST /{catalogue}/gap':
      return [one({ body: { words } })];
    case 'POST /{catalogue}/gap/dismiss':
      await world.behind.query(`insert into faq_gap (words, last_at) values ($1, now()) on conflict do nothing`, [
        words,
      ]);
      return [one({ body: { words } })];
  }
  return undefined;
}

let mails = 0;
/** An email of a stranger that waits for staff, or failed. Gives its id. */
async function waiting({ test, behind }: World, state: 'HELD' | 'FAILED' = 'HELD'): Promise<string> {
  mails += 1;
  const key = mails.toString(16).padStart(64, '0');
  const raw = Buffer.from(`From: stranger@elsewhere.example\r\nSubject: A question ${mails}\r\n\r\nIt does not start.`);
  const { db, mail } = test.product;
  await transact(db, everything, (db) =>
    addMail(db, mail.masterKey, {
      key,
      way: 'WEBHOOK',
      from: 'stranger@elsewhere.example',
      raw,
      bytes: raw.length,
      now: test.clock.now(),
    }),
  );
  const [row] = await behind.query<{ id: string }>(
    `update help_mail set state = $2, due_at = null where key = $1 returning id`,
    [key, state],
  );
  return row?.id ?? unknownId();
}
