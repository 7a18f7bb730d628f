import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { idOf } from '#kit/server/catalogue/parts.ts';
import { rowSchema } from '#kit/server/catalogue/read/row-schema.ts';
import { type Queryable, transact } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlinesOn } from '../deadlines/deadlines.store.ts';
import { act, common, type Desk, mustBe, mustBeOwn } from './acting.ts';
import { challan } from './challan.contract.ts';
import { challanAsked } from './challan-answers.contract.ts';
import { depositOf } from './challan-status.rules.ts';
import { findChallan, type StoredChallan, turnChallan } from './challans.store.ts';
import { type OffenceFacts, reckon, takeTurn } from './offence.ts';
import { readStands } from './violation.store.ts';

const words = (most: number, missing: string) =>
  z
    .string({ error: missing })
    .check(z.trim(), z.minLength(3, { error: missing }), z.maxLength(most, { error: `At most ${most} characters` }));
const answerBody = z.strictObject({ answer: words(2_000, 'Write what happened') });
const issueBody = z.strictObject({
  /** What whoever issues it has seen; null for a warning. Another amount is refused, so that nobody asks for what they did not see. */
  amountPaise: z.nullable(
    z.int({ error: 'Enter an amount in whole paise' }).check(z.minimum(0, { error: 'Enter an amount' })),
  ),
});
const notifyBody = z.strictObject({
  by: z.enum(['EMAIL', 'POST'], { error: 'Must be EMAIL or POST' }),
  on: z.optional(z.nullable(z.string())),
});

/** A challan as what the rules are asked about. */
const factsOf = (row: StoredChallan): OffenceFacts => row;

/** The way of a company notice to the driver: asked, answered, issued, notified. */
export function addIssueRoutes(app: FastifyInstance, desk: Desk): void {
  addAskRoutes(app, desk);
  addAskedRoute(app, desk);
  addIssueRoute(app, desk);
  addNotifyRoute(app, desk);
}

function addAskRoutes(app: FastifyInstance, desk: Desk): void {
  const answer = rowSchema(desk.kit.registry, challan);
  addRoute(app, {
    ...common,
    path: '/challan/ask/{id}',
    summary:
      'Ask the driver what happened before a company notice is issued: the draft is shown to the client from then on',
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    answer,
    handle: (call) =>
      act(desk, call, async ({ db, writer, row }) => {
        mustBeOwn(row);
        mustBe(row, ['DRAFT']);
        if (row.askedAt !== null) throw refuse.conflict('The driver was asked already');
        const days = (await deadlinesOn(db, row.offenceOn))('ANSWER_FIRST');
        const asked = await turnChallan(db, writer, row, {
          what: 'ASKED',
          set: { asked_at: writer.now.toISOString(), answer_by: addDays(indiaDay(writer.now), days) },
        });
        const told = await desk.mails.asked(db, asked);
        return {
          message: 'Driver asked.',
          warnings: told === 0 ? [nobodyTold] : await desk.mails.driverUntold(db, asked),
        };
      }),
  });
  addRoute(app, {
    ...common,
    path: '/challan/answer/{id}',
    summary: 'Answer what happened, before a company notice is issued',
    access: { module: 'challan-contest', action: 'create' },
    whileImpersonating: 'refused',
    body: answerBody,
    answer,
    handle: (call) =>
      act(desk, call, async ({ db, writer, row }) => {
        const { answer: said } = call.body as z.infer<typeof answerBody>;
        mustBe(row, ['DRAFT']);
        if (row.askedAt === null) throw refuse.conflict('The driver was not asked yet');
        if (row.answeredAt !== null) throw refuse.conflict('This was answered already');
        await turnChallan(db, writer, row, {
          what: 'ANSWERED',
          note: said,
          set: { answered_at: writer.now.toISOString(), answer: said },
        });
        return { message: 'Answer saved.' };
      }),
  });
}
const nobodyTold = 'Nobody of this organisation has an email address, so nobody was told';

/** GET /challan/asked/{id}: what the rules ask for a challan now, and what a court wants first. Nothing is written. */
function addAskedRoute(app: FastifyInstance, { kit }: Desk): void {
  addRoute(app, {
    method: 'GET',
    path: '/challan/asked/{id}',
    summary:
      'What the rules of the day of the offence ask for a challan, with earlier offences counted as of now, and the deposit that a court wants first',
    tag: challan.many,
    access: { module: challan.path, action: 'view' },
    scope: 'organisation',
    answer: challanAsked,
    handle: async (call) => {
      const scope = scopeOf(call.session);
      const data = await transact(kit.db, scope, async (db) => {
        const row = await findChallan(db, scope, idOf(call, challan));
        const { rule, asked, offenceNo } = await reckon(db, factsOf(row));
        return {
          rule: rule && {
            id: rule.id,
            version: rule.ruleVersion,
            action: rule.action,
            licencePoints: rule.licencePoints,
          },
          ...asked,
          offenceNo,
          isUnanswered: isUnanswered(row, kit.clock.now()),
          depositPaise:
            row.amountPaise === null
              ? null
              : depositOf(row.amountPaise, (await deadlinesOn(db, row.offenceOn))('COURT_DEPOSIT')),
        };
      });
      return { message: 'OK', data };
    },
  });
}

const isUnanswered = ({ askedAt, answeredAt, answerBy }: StoredChallan, now: Date): boolean =>
  askedAt !== null && answeredAt === null && (answerBy ?? '') >= indiaDay(now);

/** What is issued for a draft. @throws 409 where there is no rule, or another amount than was seen */
async function askFor(db: Queryable, row: StoredChallan, seen: number | null) {
  await takeTurn(db, row);
  const { rule, asked, offenceNo } = await reckon(db, factsOf(row));
  if (!rule) throw refuse.conflict('No challan rule applies to this offence on its day. Add one first');
  const [least, most] = [asked.minPaise ?? asked.amountPaise, asked.maxPaise ?? asked.amountPaise];
  const isRight =
    seen === null ? asked.amountPaise === null : least !== null && most !== null && seen >= least && seen <= most;
  if (!isRight)
    throw refuse.conflict(
      `The amount has changed: ${amountWords(least, most)}, as offence number ${offenceNo}. Look at it again`,
    );
  return { rule, asked, offenceNo };
}
const amountWords = (least: number | null, most: number | null): string =>
  least === null || most === null
    ? 'the rule asks for no money'
    : least === most
      ? `it is ${moneyText(least)}`
      : `it is from ${moneyText(least)} to ${moneyText(most)}`;

function addIssueRoute(app: FastifyInstance, desk: Desk): void {
  addRoute(app, {
    ...common,
    path: '/challan/issue/{id}',
    summary: 'Issue a company notice: the amount is that of the rule version of the day of the offence, and stays',
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    body: issueBody,
    answer: rowSchema(desk.kit.registry, challan),
    handle: (call) =>
      act(desk, call, async ({ db, writer, row }) => {
        const { amountPaise } = call.body as z.infer<typeof issueBody>;
        mustBeOwn(row);
        mustBe(row, ['DRAFT']);
        if (isUnanswered(row, writer.now))
          throw refuse.conflict(
            `The driver may answer until ${dayInWords(row.answerBy ?? '')}. Wait for the answer, or for the day after`,
          );
        if (row.violationId !== null && !(await readStands(db, row.violationId)))
          throw refuse.conflict(
            'The violation is not confirmed any more, or what the decision rests on has changed. Review it first',
          );
        const { rule, asked, offenceNo } = await askFor(db, row, amountPaise);
        const days = (await deadlinesOn(db, row.offenceOn))('NOTIFY_ELECTRONIC');
        await turnChallan(db, writer, row, {
          what: 'ISSUED',
          to: 'ISSUED',
          paise: amountPaise,
          set: {
            amount_paise: amountPaise,
            min_paise: asked.minPaise,
            max_paise: asked.maxPaise,
            rule_id: rule.id,
            rule_version: rule.ruleVersion,
            action: rule.action,
            licence_points: rule.licencePoints,
            offence_no: offenceNo,
            issued_at: writer.now.toISOString(),
            notify_by: addDays(indiaDay(writer.now), days),
          },
        });
        return { message: 'Notice issued.' };
      }),
  });
}

function addNotifyRoute(app: FastifyInstance, desk: Desk): void {
  addRoute(app, {
    ...common,
    path: '/challan/notify/{id}',
    summary:
      'Send an issued notice by email, or note that it was delivered by post or by hand: the days to pay or contest count from then',
    access: { module: challan.path, action: 'approve' },
    whileImpersonating: 'refused',
    body: notifyBody,
    answer: rowSchema(desk.kit.registry, challan),
    handle: (call) =>
      act(desk, call, async ({ db, writer, row }) => {
        const { by, on } = call.body as z.infer<typeof notifyBody>;
        mustBeOwn(row);
        mustBe(row, ['ISSUED']);
        const today = indiaDay(writer.now);
        const day = by === 'EMAIL' ? today : (on ?? today);
        if (!isDay(day)) throw refuse.badInput({ on: 'Must be a date, like 2026-11-21' });
        if (day > today) throw refuse.badInput({ on: 'This day is yet to come' });
        const deadlines = await deadlinesOn(db, row.offenceOn);
        const issuedOn = indiaDay(new Date(row.issuedAt ?? writer.now));
        if (day < issuedOn) throw refuse.badInput({ on: 'This day is before the notice was issued' });
        // By post there are more days than by email.
        const lastDay = addDays(issuedOn, deadlines(by === 'EMAIL' ? 'NOTIFY_ELECTRONIC' : 'NOTIFY_POST'));
        const next = await turnChallan(db, writer, row, {
          what: 'NOTIFIED',
          to: 'NOTIFIED',
          note: by,
          set: { notified_on: day, contest_by: addDays(day, deadlines('PAY_OR_CONTEST')) },
        });
        const told = by === 'EMAIL' ? await desk.mails.notice(db, next) : 1;
        if (told === 0)
          throw refuse.conflict('Nobody of this organisation has an email address. Deliver it by post or by hand');
        const late = day > lastDay ? [`It was to be sent by ${dayInWords(lastDay)}`] : [];
        const untold = by === 'EMAIL' ? await desk.mails.driverUntold(db, next) : [];
        return { message: by === 'EMAIL' ? 'Notice sent.' : 'Delivery noted.', warnings: [...late, ...untold] };
      }),
  });
}
