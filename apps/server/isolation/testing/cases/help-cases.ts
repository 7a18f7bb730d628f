import { unknownId } from '../routes.ts';
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
    case 'POST /{catalogue}/forward':
      return [one({ body: { ticketId: (await tickets(1))[0], teamId: await teamId(), reason: 'Theirs to answer' } })];
    case 'POST /{catalogue}/assign':
      return [one({ body: { ids: await tickets(2), teamId: await teamId() } })];
    case 'POST /{catalogue}/merge': {
      const [intoId, ...ids] = await tickets(2);
      return [one({ body: { ids: ids.length > 0 ? ids : [unknownId()], intoId } })];
    }
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
