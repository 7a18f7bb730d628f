import { ownerOf } from '#areas/rights/rights.server.ts';
import { indiaDay } from '#kit/contract/days.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import { actions } from '#kit/contract/rights.ts';
import type { RowOf, ValuesOf } from '#kit/contract/rows.ts';
import type { Draft, RowPolicy } from '#kit/server/catalogue/policy.ts';
import type { Queryable } from '#kit/server/db/database.ts';
import type { Writer } from '#kit/server/history.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { challan } from './challan.contract.ts';
import { addTurns, nextNumber } from './challans.store.ts';
import { keepAsked, noteDeadlines, ownersThen, vehiclesAt } from './challan-rows.store.ts';
import { reckon, takeTurn } from './offence.ts';

type Row = RowOf<typeof challan>;
type Values = ValuesOf<typeof challan>;

/** First day of the Motor Vehicles Act, 1988. */
const actSince = '1989-07-01';

const everyAction = [...actions];
const noDelete = everyAction.filter((action) => action !== 'delete' && action !== 'status');
const lookOnly = noDelete.filter((action) => action !== 'edit');

const isClient = ({ orgId }: Pick<Writer, 'orgId'>): boolean => orgId !== null;
/** What can still be changed by hand: a draft, and what somebody has entered of an authority's that nothing has happened to. */
const isOpen = ({ source, challanStatus, paidPaise }: Pick<Row, 'source' | 'challanStatus' | 'paidPaise'>): boolean =>
  source === 'INTERNAL' ? challanStatus === 'DRAFT' : challanStatus === 'NOTIFIED' && paidPaise === 0;

/** What a draft has of its violation, and stays. */
const ofViolation = ['vehicleId', 'offenceOn', 'offenceTime', 'challanTypeId', 'state', 'units'] as const;

/** Challans: what is asked for follows from the rules, and what was asked for stays. */
export const challanPolicy: RowPolicy<typeof challan> = {
  async prepare(db, writer, values) {
    if (isClient(writer) && (values.source as string | null | undefined) !== 'GOVERNMENT')
      throw refuse.badInput({
        source: 'Only government challans are added here. Notices of the company come from the company',
      });
    if ((values.orgId ?? null) === null) values.orgId = await orgOf(db, writer, values);
    if (values.source !== 'INTERNAL') return;
    if ((values.challanNo ?? null) !== null)
      throw refuse.badInput({ challanNo: 'A company notice gets its number by itself' });
    values.challanNo = await nextNumber(db, writer.now);
  },
  async complete(db, writer, drafts) {
    const known = await vehiclesAt(db, drafts);
    for (const [at, draft] of drafts.entries()) {
      const { before, values, messages } = draft;
      const vehicle = known[at];
      // Another organisation's vehicle is refused where references are checked, with the words for one that never was; whose it was
      // then is asked after that.
      if (!vehicle || vehicle.orgId !== (values.orgId ?? before?.orgId)) {
        values.liable ??= 'OWNER';
        continue;
      }
      if (values.offenceOn < actSince) messages.offenceOn = 'This is before the Motor Vehicles Act, 1988, was in force';
      if (!before && (values.driverId ?? null) === null) values.driverId = vehicle.driverId;
      values.liable ??= (values.driverId ?? null) === null ? 'OWNER' : 'DRIVER';
      if (values.liable === 'DRIVER' && (values.driverId ?? null) === null)
        messages.liable = 'Nobody was assigned to the vehicle at that time. Choose the driver, or the owner';
      if (momentOf(values) > writer.now.getTime()) messages.offenceOn = 'This time is yet to come';
      if (values.source === 'GOVERNMENT') completeGovernment(writer, draft);
      else await completeOwn(db, draft);
    }
  },
  async check(_db, writer, { action, before, values }) {
    if (action === 'create') return;
    if (isClient(writer) && before.source === 'INTERNAL')
      throw refuse.conflict('A notice of the company is changed by the company alone');
    if (action === 'restore') return;
    if (!isOpen(before))
      throw refuse.conflict(
        before.source === 'INTERNAL'
          ? 'An issued notice stays as it is'
          : 'Something has happened to this challan since it was added, so it stays as it is',
      );
    if (action !== 'update') return;
    if (values.source !== before.source) throw refuse.badInput({ source: 'The source of a challan stays as it is' });
    if (before.source === 'INTERNAL' && values.challanNo !== before.challanNo)
      throw refuse.badInput({ challanNo: 'A company notice keeps its number' });
    if ((before.violationId ?? null) === null) return;
    const other = ofViolation.find((name) => (values[name] ?? null) !== (before[name] ?? null));
    if (other) throw refuse.badInput({ [other]: 'This is as the violation has it' });
  },
  async afterMany(db, writer, changes, rows) {
    const written = rows.filter((_, at) => changes[at]?.action === 'create' || changes[at]?.action === 'update');
    await refuseOthers(db, writer, written);
    const made = rows.filter((_, at) => changes[at]?.action === 'create');
    await noteDeadlines(
      db,
      written.filter(({ source }) => source === 'GOVERNMENT').map(({ id }) => id),
    );
    for (const row of written) if (row.source === 'INTERNAL') await keepAsked(db, row.id);
    await tellMade(db, writer, made);
  },
  rights({ user }, row) {
    if (!isOpen(row)) return lookOnly;
    return user.kind === 'client' && row.source === 'INTERNAL' ? lookOnly : everyAction;
  },
  rightsBy: ({ user }) => user.kind,
};

/** @throws 400 where the vehicle was somebody else's at that time */
async function refuseOthers(db: Queryable, writer: Writer, rows: readonly Row[]): Promise<void> {
  const owners = await ownersThen(
    db,
    rows.map(({ vehicleId, offenceAt }) => ({ vehicleId, at: offenceAt })),
  );
  if (rows.some(({ orgId }, at) => owners[at] !== orgId))
    throw refuse.badInput({
      [isClient(writer) ? 'offenceOn' : 'orgId']: 'The vehicle was not of this organisation at that time',
    });
}

async function tellMade(db: Queryable, writer: Writer, made: readonly Row[]): Promise<void> {
  for (const [source, what, challanStatus] of [
    ['GOVERNMENT', 'ADDED', 'NOTIFIED'],
    ['INTERNAL', 'DRAFTED', 'DRAFT'],
  ] as const) {
    const own = made.filter((row) => row.source === source);
    if (own.length > 0)
      await addTurns(
        db,
        writer,
        own.map(({ id, orgId }) => ({ id, orgId: orgId ?? '', challanStatus })),
        { what },
      );
  }
}

const momentOf = ({ offenceOn, offenceTime }: Pick<Values, 'offenceOn' | 'offenceTime'>): number =>
  Date.parse(`${offenceOn}T${offenceTime}:00+05:30`);

function completeGovernment(writer: Writer, { values, messages }: Draft<typeof challan>): void {
  if ((values.challanNo ?? null) === null) messages.challanNo = 'Enter the number of the challan';
  else if (/^CN[-/]?\d/.test(values.challanNo ?? ''))
    messages.challanNo = 'Numbers that begin with CN are those of company notices';
  if ((values.amountPaise ?? null) === null) messages.amountPaise = 'Enter the amount';
  if ((values.notifiedOn ?? null) === null) messages.notifiedOn = 'Enter the day on which it came';
  else if ((values.notifiedOn ?? '') > indiaDay(writer.now)) messages.notifiedOn = 'This day is yet to come';
  else if ((values.notifiedOn ?? '') < values.offenceOn) messages.notifiedOn = 'This day is before the offence';
}

/** Of a notice of the company the rule of the day says what it asks for. */
async function completeOwn(db: Queryable, { before, values, messages }: Draft<typeof challan>): Promise<void> {
  for (const name of ['authority', 'notifiedOn'] as const)
    if ((values[name] ?? null) !== (before?.[name] ?? null)) messages[name] = 'Only for government challans';
  if (Object.keys(messages).length > 0) return;
  await takeTurn(db, { vehicleId: values.vehicleId, driverId: values.driverId ?? null });
  const { rule, asked } = await reckon(db, {
    id: before?.id ?? null,
    challanTypeId: values.challanTypeId,
    orgId: values.orgId ?? before?.orgId ?? '',
    vehicleId: values.vehicleId,
    driverId: values.driverId ?? null,
    liable: values.liable ?? 'OWNER',
    offenceOn: values.offenceOn,
    offenceAt: new Date(momentOf(values)).toISOString(),
    state: values.state ?? null,
    units: values.units ?? null,
    speedKmh: before?.speedKmh ?? null,
    limitKmh: before?.limitKmh ?? null,
    seconds: before?.seconds ?? null,
  });
  if (!rule) {
    messages.challanTypeId =
      'No challan rule applies to this on that day. Speeding becomes a challan from a confirmed violation';
    return;
  }
  const typed = values.amountPaise ?? null;
  const [least, most] = [asked.minPaise ?? asked.amountPaise, asked.maxPaise ?? asked.amountPaise];
  if (typed === null) values.amountPaise = asked.amountPaise;
  else if (least === null || most === null) messages.amountPaise = 'The rule asks for no money';
  else if (typed < least || typed > most)
    messages.amountPaise =
      least === most
        ? `The rule asks for ${moneyText(least)}`
        : `The rule asks for ${moneyText(least)} to ${moneyText(most)}`;
}

/** Whose the vehicle was then, for those who may write there. */
async function orgOf(db: Queryable, writer: Writer, values: Values): Promise<string> {
  const at = new Date(momentOf(values)).toISOString();
  const [owner] = await ownersThen(db, [{ vehicleId: values.vehicleId, at }]);
  return ownerOf(db, writer, 'vehicleId', owner);
}
