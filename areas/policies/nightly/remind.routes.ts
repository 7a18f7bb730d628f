import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { MailKit } from '#areas/mail/mail.server.ts';
import { bulkReportSchema } from '#kit/server/catalogue/answer-schemas.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { filterOf, selectionShape } from '#kit/server/catalogue/write/bulk.routes.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { appUserPolicy } from '../policy/policy.contract.ts';
import { remindOfChosen } from './chosen-reminders.ts';

/** Policies of one call: each is a mail to everybody who renews policies there. */
const most = 200;
const body = z.strictObject({
  ...selectionShape,
  /** Sends it again to those who were reminded at this stage. */
  again: z.optional(z.boolean({ error: 'Must be true or false' })),
});

/** POST /app-user-policy/remind: reminds the owners of chosen policies that cover expires, once for each stage unless told otherwise. */
export function addRemindRoute(
  app: FastifyInstance,
  kit: CatalogueKit,
  mail: MailKit,
  { definition, reads }: CatalogueParts<typeof appUserPolicy>,
): void {
  const chosen = async (call: Call): Promise<string[]> => {
    const { ids, filter } = call.body as z.infer<typeof body>;
    if ((ids === undefined) === (filter === undefined)) throw refuse.badInput({ ids: 'Give either ids or a filter' });
    const found = ids
      ? [...new Set(ids)]
      : await reads.ids(scopeOf(call.session), filterOf(call.session, definition, filter), most + 1);
    if (found.length > most)
      throw refuse.badInput({ [ids ? 'ids' : 'filter']: `Remind of at most ${most} policies at a time` });
    return found;
  };
  addRoute(app, {
    method: 'POST',
    path: '/app-user-policy/remind',
    summary: 'Email a renewal reminder for chosen policies, once for each stage unless `again` says so',
    tag: definition.many,
    access: { module: definition.path, action: 'edit' },
    scope: 'organisation',
    whileImpersonating: 'allowed',
    once: true,
    body,
    answer: bulkReportSchema,
    handle: async (call) => {
      const ids = await chosen(call);
      const { again = false } = call.body as z.infer<typeof body>;
      const input = { values: { ...(call.body as object) }, files: {} };
      const answer = await writeAnswer(kit, definition, call, input, async (db, writer) => {
        const report = await remindOfChosen(db, scopeOf(call.session), writer, mail, ids, again);
        const message = `${report.done === 1 ? '1 reminder' : `${report.done} reminders`} sent, ${report.failed.length} skipped`;
        return { status: 200, message, data: JSON.stringify(report) };
      });
      mail.jobs.wake();
      return answer;
    },
  });
}
