import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { languageNames, languages } from '#kit/contract/words/languages.ts';
import { everything } from '#kit/server/db/database.ts';
import { recordChange, writerOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { accountById, moduleOf } from '../accounts/accounts.store.ts';
import { transactInTime } from '../transact-in-time.ts';
import type { IdentityParts } from '../identity-parts.ts';

const languageInput = z.strictObject({
  language: z.enum(languages, { error: `Must be one of ${languages.join(', ')}` }),
});

/** What one reads the product and its emails in. It is the same wherever one signs in. */
export function addLanguageRoute(app: FastifyInstance, kit: IdentityParts): void {
  addRoute(app, {
    tag: 'Session',
    method: 'PUT',
    path: '/session/language',
    access: 'session',
    scope: 'none',
    whileMustChange: true,
    summary: 'Choose the language of the product and of one’s own emails',
    body: languageInput,
    answer: languageInput,
    handle: async (call) => {
      const { session, request } = call;
      const { language } = call.body as z.infer<typeof languageInput>;
      const now = kit.clock.now();
      await transactInTime(call, kit.db, everything, async (db) => {
        const account = await accountById(db, session.user.id, now, true);
        if (!account) throw refuse.unauthorised();
        const [before] = await db.query<{ language: (typeof languages)[number] | null }>(
          'select language from account where id = $1',
          [account.id],
        );
        if (before?.language === language) return;
        // No new version: nobody who has the account open is in the way of this, nor this in theirs.
        await db.query('update account set language = $2 where id = $1', [account.id, language]);
        await recordChange(db, writerOf(session, request, now), {
          action: 'update',
          module: moduleOf(account),
          recordId: account.id,
          recordTitle: session.user.name,
          orgId: account.org_id,
          before: { language: languageNames[before?.language ?? 'en'] },
          after: { language: languageNames[language] },
          fields: ['language'],
        });
        await kit.versions.mark(db, [['account', account.org_id]]);
      }).finally(() => kit.versions.bump('account', session.orgId));
      kit.sessions.forget(session.id);
      return { message: 'Language saved.', data: { language } };
    },
  });
}
