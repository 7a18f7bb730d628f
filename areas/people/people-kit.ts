import type { FastifyRequest } from 'fastify';
import type { Throttle } from '#areas/access/access.server.ts';
import type { MailKit, SmsPort } from '#areas/mail/mail.server.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { translateWriteError } from '#kit/server/catalogue/write-checks.ts';
import { type Queryable, type Scope, transact } from '#kit/server/db/database.ts';
import { sourceOf, type Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { tooSlow } from '#kit/server/http/route.ts';
import { bumpAll, markAll } from '#kit/server/versions.ts';
import { driver } from './driver.contract.ts';
import type { DriverQuestions } from './driver-questions.ts';

/** What invitations and onboarding stand on. */
export interface PeopleKit {
  kit: CatalogueKit;
  mail: MailKit;
  sms: SmsPort;
  throttle: Throttle;
  questions: DriverQuestions;
  drivers: CatalogueParts;
  papers: CatalogueParts;
}

/**
 * Runs a write with its history, and tells whoever remembers lists. Unlike writeAnswer it keeps no answer for a repetition:
 * some of these answers hold what must not be kept.
 */
export async function write<T>(
  { kit }: Pick<PeopleKit, 'kit'>,
  call: Pick<Call, 'late'>,
  scope: Scope,
  writer: Writer,
  work: (db: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await transact(kit.db, scope, async (db) => {
      const result = await work(db);
      await markAll(kit.versions, db, writer.touched);
      // A caller who was told that it takes too long must not find it done as well.
      if (call.late.aborted) throw tooSlow();
      return result;
    });
  } catch (error) {
    throw translateWriteError(error, driver);
  } finally {
    bumpAll(kit.versions, writer.touched);
  }
}

/** The invited as the history names them: a person without an account. */
export const invitedWriter = (
  request: FastifyRequest,
  { name, orgId }: { name: string; orgId: string },
  now: Date,
): Writer => ({
  actorId: null,
  actorName: name,
  orgId,
  source: sourceOf(request),
  ip: request.ip,
  requestId: request.id,
  now,
  touched: [],
});
