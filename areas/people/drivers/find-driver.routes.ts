import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fieldSchema } from '#kit/contract/input.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { maskOf } from '#kit/contract/sealed.ts';
import { driver } from './driver.contract.ts';
import { askerOf, driverBy, spent } from './driver-lookup.store.ts';
import { maskName } from '../invitations/invitations.contract.ts';
import { invitationModule } from '../invitations/invitation-ends.store.ts';
import type { PeopleParts } from '../people-parts.ts';

const body = z.strictObject({
  mobile: z.optional(fieldSchema(driver.fields.mobile)),
  dlNo: z.optional(fieldSchema(driver.fields.dlNo)),
});
const found = z.strictObject({ found: z.boolean(), name: z.nullable(z.string()), state: z.nullable(z.string()) });

/**
 * POST /client/find-driver: whether somebody drives with Roadkeeper already, so that they are not entered twice. It says no
 * more than a masked name and the state, not for whom, and each person and organisation may ask so often only.
 */
export function addFindDriverRoute(app: FastifyInstance, { kit, questions }: PeopleParts): void {
  addRoute(app, {
    method: 'POST',
    path: '/client/find-driver',
    summary: 'Whether a mobile number or a licence belongs to a driver: a masked name and the state, and no more',
    tag: 'Invitations',
    access: { module: invitationModule, action: 'create' },
    // It looks at everybody’s, and tells of nobody’s.
    scope: 'organisation',
    body,
    answer: found,
    handle: async ({ session, request, body: given }) => {
      const { mobile = null, dlNo = null } = given as { mobile?: string | null; dlNo?: string | null };
      if ((mobile === null) === (dlNo === null))
        throw refuse.badInput({ mobile: 'Enter either a mobile number or a licence number' });
      const writer = writerOf(session, request, kit.clock.now());
      const asker = askerOf(writer);
      const row = await transact(kit.db, everything, async (db) => {
        // Who asks many at once takes turns with themselves.
        await db.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [asker.orgId ?? asker.accountId]);
        const waitS = await questions.waitS(db, asker, writer.now);
        if (waitS !== undefined) throw spent(waitS);
        await questions.count(db, asker, writer.now);
        const found = await driverBy(db, kit.sealed, { mobile, dlNo });
        await recordAct(db, writer, {
          action: 'reveal',
          module: driver.path,
          recordTitle: `Looked up ${maskOf(mobile ?? dlNo ?? '', 4)} among drivers`,
          after: { found: found !== undefined },
          fields: ['found'],
        });
        return found;
      });
      const data = { found: row !== undefined, name: row ? maskName(row.name) : null, state: row?.state ?? null };
      return { message: 'OK', data };
    },
  });
}
