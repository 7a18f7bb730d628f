import type { FastifyRequest } from 'fastify';
import type { vehicleKycDoc } from '#areas/documents/documents/document.contract.ts';
import type { Throttle } from '#areas/identity/identity.server.ts';
import type { MailKit, SmsPort } from '#areas/mail/mail.server.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { runWrite } from '#kit/server/catalogue/write/run-write.ts';
import type { Queryable, Scope } from '#kit/server/db/database.ts';
import { sourceOf, type Writer } from '#kit/server/history.ts';
import type { Call } from '#kit/server/http/call.ts';
import { driver } from './drivers/driver.contract.ts';
import type { DriverQuestions } from './drivers/driver-lookup.store.ts';

/** What invitations and onboarding stand on. */
export interface PeopleParts {
  kit: CatalogueKit;
  mail: MailKit;
  sms: SmsPort;
  throttle: Throttle;
  questions: DriverQuestions;
  drivers: CatalogueParts<typeof driver>;
  papers: CatalogueParts<typeof vehicleKycDoc>;
}

/**
 * Runs what a call of this area writes. Unlike writeAnswer it keeps no answer for a repetition: some of these answers hold
 * what must not be kept.
 */
export const write = <T>(
  { kit }: Pick<PeopleParts, 'kit'>,
  call: Call,
  scope: Scope,
  writer: Writer,
  work: (db: Queryable) => Promise<T>,
): Promise<T> => runWrite(kit, call, { scope, writer, definition: driver, input: null }, work);

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
