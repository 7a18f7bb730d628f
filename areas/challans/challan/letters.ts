import { dayInWords } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import { inIndia } from '#kit/server/india-time.ts';
import { writePdf } from '#kit/server/pdf/paper.ts';
import { refuse } from '#kit/server/refusals.ts';
import { contestGrounds, liablePersons } from './challan.contract.ts';
import type { StoredChallan } from './challans.store.ts';

export const letterKinds = ['notice', 'decision', 'receipt'] as const;
export type LetterKind = (typeof letterKinds)[number];

/** What letters say of a challan besides what it is. */
interface LetterFacts {
  plate: string;
  organisation: string;
  driver: string | null;
  offence: string;
  section: string;
  place: string;
  source: string | null;
  answer: string | null;
  decidedAt: string | null;
  reason: string | null;
  order: string | null;
  grounds: string | null;
  contest: string | null;
  paidOn: string | null;
  receiptNo: string | null;
}

export async function letterFacts(db: Queryable, { id }: StoredChallan): Promise<LetterFacts> {
  const [row] = await db.query<LetterFacts>(
    `select coalesce(v.registration_no, c.plate, '') as plate, o.name as organisation, d.name as driver, t.name as offence, t.act_section as section, c.place,
       r.source, c.answer, c.decided_at as "decidedAt", c.decision_reason as reason, c.order_text as "order", k.grounds, k.text as contest,
       c.paid_on::text as "paidOn", c.receipt_no as "receiptNo"
     from challan c join challan_type t on t.id = c.challan_type_id join people_organisation o on o.id = c.org_id
       left join vehicles_vehicle v on v.id = c.vehicle_id left join people_driver d on d.id = c.driver_id
       left join challan_rule r on r.id = c.rule_id
       left join lateral (select grounds, text from challan_contest n where n.org_id = c.org_id and n.challan_id = c.id and n.deleted_at is null
         order by n.created_at limit 1) k on true where c.id = $1`,
    [id],
  );
  if (!row) throw new Error('The challan is not there');
  return row;
}

/** Stands on every letter, so that nobody takes it for one of an authority. */
const ofCompany =
  'This is a letter of the company under its own rules. It is not an e-challan, and no notice, order or receipt of an authority under the Motor Vehicles Act.';

const titles: Record<LetterKind, string> = {
  notice: 'Company notice',
  decision: 'Decision on a contest',
  receipt: 'Receipt',
};

/** @throws 409 where there is no such letter of a challan (yet), in words */
export function refuseLetter(kind: LetterKind, row: StoredChallan): void {
  if (row.source !== 'INTERNAL') throw refuse.conflict('Letters of a government challan come from the authority');
  if (kind === 'notice' && row.challanStatus === 'DRAFT')
    throw refuse.conflict('A draft has no letter. Issue it first');
  if (kind === 'decision' && row.decidedAt === null) throw refuse.conflict('Nothing was decided on this challan');
  if (kind === 'receipt' && row.paidPaise === 0) throw refuse.conflict('Nothing is paid for this challan');
}

/** A letter about a company notice as PDF. */
export function letterPaper(kind: LetterKind, row: StoredChallan, facts: LetterFacts, now: Date): Promise<Buffer> {
  return writePdf(
    {
      title: titles[kind],
      subtitle: `${row.challanNo}, ${facts.plate}`,
      reference: `${titles[kind]} ${row.challanNo}`,
      madeAt: now,
    },
    (paper) => {
      paper.paragraph(ofCompany);
      paper.facts([
        ['To', `${row.liable === 'DRIVER' && facts.driver ? `${facts.driver}, ` : ''}${facts.organisation}`],
        ['Vehicle', facts.plate],
        ['What for', `${facts.offence} (section ${facts.section} of the Act describes it)`],
        ['When', inIndia(row.offenceAt)],
        ['Where', facts.place],
        ...speedPairs(row),
        ['Amount', row.amountPaise === null ? 'No money: this is a warning' : moneyText(row.amountPaise)],
      ]);
      if (kind === 'notice') notice(paper, row, facts);
      else if (kind === 'decision') decision(paper, row, facts);
      else receipt(paper, row, facts);
    },
  );
}

type Paper = Parameters<Parameters<typeof writePdf>[1]>[0];
type Pair = readonly [string, string];

const speedPairs = ({ speedKmh, limitKmh, seconds }: StoredChallan): Pair[] =>
  speedKmh === null || limitKmh === null
    ? []
    : [
        [
          'Speed',
          `${Math.round(speedKmh * 10) / 10} km/h held against the driver for ${seconds ?? 0} s, where ${limitKmh} km/h is the limit`,
        ],
      ];

function notice(paper: Paper, row: StoredChallan, { source, answer, driver }: LetterFacts): void {
  paper.heading('What it is based on');
  paper.facts([
    [
      'Rule of the company',
      `${row.ruleVersion ? `Version ${row.ruleVersion}, in` : 'In'} force on ${dayInWords(row.offenceOn)}. The company asks for ${
        row.amountPaise === null ? 'no money' : `${moneyText(row.amountPaise)}, and for nothing else`
      }`,
    ],
    ...(source === null ? [] : [['Amounts of the rule', `As in ${source}, which binds authorities alone`] as Pair]),
    ['Offence number', String(row.offenceNo ?? 1)],
    ['Who is to pay', `${labelOf(liablePersons, row.liable)}${driver && row.liable === 'DRIVER' ? `: ${driver}` : ''}`],
    ...(answer === null ? [] : [['Answer before the notice', answer] as Pair]),
  ]);
  paper.heading('What you can do');
  if (row.contestBy === null)
    paper.paragraph('The days to pay or to contest count from the day on which this notice is delivered.');
  else
    paper.paragraph(
      `Pay or contest it by ${dayInWords(row.contestBy)}. You contest it on its page, with what happened and with documents. If neither is done by that day, it counts as accepted.`,
    );
}

function decision(paper: Paper, row: StoredChallan, facts: LetterFacts): void {
  // What a court cancelled later was upheld by the company.
  const isUpheld = row.challanStatus !== 'CANCELLED' || row.depositPaise !== null;
  paper.heading('Contest');
  paper.facts([
    ['Ground', labelOf(contestGrounds, facts.grounds)],
    ['What was said', facts.contest ?? ''],
  ]);
  paper.heading('Decision');
  paper.facts([
    ['Decision', isUpheld ? 'The notice stands' : 'The notice is cancelled'],
    ['Decided', facts.decidedAt === null ? '' : inIndia(facts.decidedAt)],
    ['Reason', facts.reason ?? ''],
  ]);
  paper.heading('Order');
  paper.paragraph(facts.order ?? '');
  if (isUpheld && row.depositPaise === null && row.payBy !== null && row.paidPaise < (row.amountPaise ?? 0))
    paper.paragraph(`Pay it by ${dayInWords(row.payBy)}.`);
  if (!isUpheld && row.refundedPaise > 0)
    paper.paragraph(`${moneyText(row.refundedPaise)} is back in the wallet that paid.`);
}

function receipt(paper: Paper, row: StoredChallan, { paidOn, receiptNo }: LetterFacts): void {
  paper.heading('Payment');
  paper.facts([
    ['Received', moneyText(row.paidPaise)],
    ['How', row.payment === 'WALLET' ? 'From the wallet' : 'Outside the wallet'],
    ...(paidOn === null ? [] : [['On', dayInWords(paidOn)] as Pair]),
    ...(receiptNo === null ? [] : [['Receipt number', receiptNo] as Pair]),
    ...(row.challanStatus === 'CONTESTED' ? [['Held', 'Until the contest is decided'] as Pair] : []),
    ...(row.challanStatus === 'COURT' ? [['For', 'Deposit for the court'] as Pair] : []),
  ]);
}

const labelOf = (choices: readonly { value: string; label: string }[], value: string | null): string =>
  choices.find((one) => one.value === value)?.label ?? '';
