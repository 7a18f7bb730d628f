import type { Case, CaseMakings } from './case.ts';

const words = 'sample searches';

/** The ways to use the calls about answers; undefined for other routes. */
export async function helpCases({ world, pattern, one }: CaseMakings): Promise<Case[] | undefined> {
  switch (pattern) {
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
