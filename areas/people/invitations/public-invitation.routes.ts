import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { driver } from '../drivers/driver.contract.ts';
import { fieldSchema } from '#kit/contract/input.ts';
import { everything, narrow, type Queryable, transact } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { hashToken, newToken } from '#kit/server/sessions/tokens.ts';
import { accept } from './accept-invitation.ts';
import { invitationLimits, maskName, type OpenedInvitation } from './invitations.contract.ts';
import { overWords } from './invitation-history.ts';
import { decide } from './invitations.routes.ts';
import { openedSchema } from './invitations.schemas.ts';
import { findByToken, isSame, newCode, type OpenRow, otpHash, sendCode } from './invitations.store.ts';
import { invitedWriter, type PeopleParts, write } from '../people-parts.ts';

const token = z
  .string({ error: 'The link is not complete' })
  .check(z.maxLength(100, { error: 'The link is not complete' }));
const openBody = z.strictObject({ token });
const codeBody = z.strictObject({ token, mobile: fieldSchema(driver.fields.mobile) });
const acceptBody = z.strictObject({
  token,
  otp: z.string({ error: 'Code is required' }).check(z.regex(/^\s*\d{6}\s*$/, { error: 'The code has six digits' })),
});

/** What the invited do, who have no account: the link in their message is what lets them. */
export function addInvitedRoutes(app: FastifyInstance, people: PeopleParts): void {
  const { kit } = people;
  const common = { method: 'POST', tag: 'Invitations', access: 'public', scope: 'none' } as const;

  addRoute(app, {
    ...common,
    path: '/invitation/open',
    summary: 'An invitation, for the holder of its link',
    body: openBody,
    answer: openedSchema,
    handle: async (call) => {
      const { token } = call.body as z.infer<typeof openBody>;
      const data = await transact(kit.db, everything, async (db) => {
        const row = await findByToken(db, token, kit.clock.now());
        return row && opened(row, await goesTo(db, row), kit.clock.now());
      });
      if (!data) throw await unknownLink(people, call, token);
      return { message: 'OK', data };
    },
  });

  addRoute(app, {
    ...common,
    path: '/invitation/otp',
    summary: 'Send the code to the invited, who names the number that was invited',
    body: codeBody,
    answer: z.strictObject({ codeGoesTo: z.enum(['mail', 'sms']), minutes: z.int() }),
    handle: async (call) => {
      const { token, mobile } = call.body as { token: string; mobile: string };
      const now = kit.clock.now();
      const row = await mustOpen(people, call, token);
      const guess = await people.throttle.start({ account: `invited:${row.id}`, ip: call.request.ip }, now);
      if (row.mobile !== mobile) {
        const message = `This invitation is not for this number. The invited number ends with ${row.mobile.slice(-2)}`;
        throw refuse.badInput({ mobile: message });
      }
      await guess.passed();
      await people.throttle.start({ account: `invited-code:${row.id}`, ip: call.request.ip, rule: 'mail' }, now);
      const to = await transact(kit.db, everything, async (db) => {
        const email = await goesTo(db, row);
        const code = newCode();
        const ends = new Date(now.getTime() + invitationLimits.otpMs);
        await db.query('update invitation set otp_hash = $2, otp_expires_at = $3, otp_tries = 0 where id = $1', [
          row.id,
          otpHash(people.mail.masterKey, row.id, code),
          ends.toISOString(),
        ]);
        await sendCode(db, people, { ...row, email }, code, ends);
        return email === null ? ('sms' as const) : ('mail' as const);
      });
      people.mail.jobs.wake();
      const minutes = invitationLimits.otpMs / 60_000;
      return { message: 'The code has been sent.', data: { codeGoesTo: to, minutes } };
    },
  });

  addRoute(app, {
    ...common,
    path: '/invitation/accept',
    summary: 'Accept with the code, or come back after that; answers what lets the invited do their onboarding',
    body: acceptBody,
    answer: z.strictObject({ pass: z.string(), expiresAt: z.string(), driverId: z.string() }),
    handle: async (call) => {
      const { token, otp } = call.body as z.infer<typeof acceptBody>;
      const now = kit.clock.now();
      const row = await mustOpen(people, call, token);
      const guess = await people.throttle.start({ account: `invited-try:${row.id}`, ip: call.request.ip }, now);
      const writer = invitedWriter(call.request, row, now);
      const done = await write(people, call, everything, writer, async (db) => {
        const locked = await findByToken(db, token, now, true);
        if (!locked) return { problem: 'This link is no longer valid. Request a new one' };
        refuseIfOver(locked, now);
        const problem = await tryCode(db, people, locked, otp.trim(), now);
        if (problem) return { problem };
        const driverId = await accept(people, db, writer, locked);
        const pass = newToken('rko');
        const expiresAt = new Date(now.getTime() + invitationLimits.passMs).toISOString();
        await db.query('insert into onboarding_pass (hash, org_id, driver_id, expires_at) values ($1, $2, $3, $4)', [
          hashToken(pass),
          row.orgId,
          driverId,
          expiresAt,
        ]);
        return { pass, expiresAt, driverId };
      });
      // Said after the commit: a wrong try has to be counted.
      if ('problem' in done) throw refuse.badInput({ otp: done.problem as string });
      await guess.passed();
      people.mail.jobs.wake();
      return { message: row.status === 0 ? 'You have accepted. Welcome!' : 'Welcome back.', data: done };
    },
  });

  addRoute(app, {
    ...common,
    path: '/invitation/reject',
    summary: 'Decline an invitation',
    body: openBody,
    answer: null,
    handle: async (call) => {
      const { token } = call.body as z.infer<typeof openBody>;
      const now = kit.clock.now();
      const row = await mustOpen(people, call, token);
      if (row.status !== 0) throw refuse.conflict(`This invitation ${overWords[row.status]}`);
      const writer = invitedWriter(call.request, row, now);
      await write(people, call, everything, writer, async (db) => {
        const locked = await findByToken(db, token, now, true);
        if (locked?.status !== 0) throw refuse.conflict(`This invitation ${overWords[locked?.status ?? 4]}`);
        const scope = { orgId: locked.orgId };
        await narrow(db, scope);
        await decide(people, db, scope, writer, locked, 2);
      });
      return { message: 'The invitation is declined.', data: null };
    },
  });
}

/** A link that opens nothing counts as a try of the place it comes from. */
async function unknownLink({ throttle, kit }: PeopleParts, { request }: Call, given: string): Promise<Error> {
  await throttle.start({ account: `invitation:${given}`, ip: request.ip }, kit.clock.now());
  const message = 'This link is not valid. A newer one may have been sent to you';
  return refuse.badInput({ token: message }, message);
}

const resumes = ({ status, stage, decidedAt }: OpenRow, now: Date) =>
  status === 1 && stage === 'ONBOARDING' && Date.parse(decidedAt ?? '') + invitationLimits.resumeMs > now.getTime();

async function mustOpen(people: PeopleParts, call: Call, token: string): Promise<OpenRow> {
  const row = await transact(people.kit.db, everything, (db) => findByToken(db, token, people.kit.clock.now()));
  if (!row) throw await unknownLink(people, call, token);
  refuseIfOver(row, people.kit.clock.now());
  return row;
}

function refuseIfOver(row: OpenRow, now: Date): void {
  if (row.status === 0 || resumes(row, now)) return;
  throw refuse.conflict(`This invitation ${overWords[row.status]}`);
}

/**
 * Where the code goes: who changes over is asked at the address that their former employer knows, before and after, never at
 * one that the new employer gave. Null is the mobile number.
 */
async function goesTo(db: Queryable, row: OpenRow): Promise<string | null> {
  if (!row.transfer) return row.email;
  const [known] = await db.query<{ email: string | null }>(
    `select email from driver where lower(mobile) = $1 and deleted_at is null and org_id <> $2
     order by situation = 'EXITED', updated_at desc limit 1`,
    [row.mobile, row.orgId],
  );
  return known?.email ?? null;
}

const opened = (row: OpenRow, email: string | null, now: Date): OpenedInvitation => ({
  status: row.status,
  resumes: resumes(row, now),
  name: maskName(row.name),
  orgName: row.orgName,
  mobileEnds: row.mobile.slice(-2),
  vehicleNo: row.vehicleNo,
  message: row.message,
  transfer: row.transfer,
  expiresAt: row.expiresAt,
  codeGoesTo: email === null ? 'sms' : 'mail',
});

/** Uses a code up when it is right; otherwise says what is wrong with it, and counts. */
async function tryCode(
  db: Queryable,
  { mail }: PeopleParts,
  row: OpenRow,
  code: string,
  now: Date,
): Promise<string | undefined> {
  if (!row.otpHash) return 'Request a code first. Used codes no longer work';
  if (Date.parse(row.otpExpiresAt ?? '') <= now.getTime()) return 'This code has expired. Request a new one';
  if (isSame(row.otpHash, otpHash(mail.masterKey, row.id, code))) {
    await db.query('update invitation set otp_hash = null where id = $1', [row.id]);
    return undefined;
  }
  const tries = row.otpTries + 1;
  const isVoid = tries >= invitationLimits.otpTries;
  await db.query(
    `update invitation set otp_tries = $2, otp_hash = case when $3 then null else otp_hash end where id = $1`,
    [row.id, tries, isVoid],
  );
  return isVoid ? 'Wrong code entered five times. Request a new code' : 'This code is wrong';
}
