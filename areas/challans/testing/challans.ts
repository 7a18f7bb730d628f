import { startSpeeding } from '#areas/speeding/testing/speeding.ts';
import { drivesOf } from '#areas/speeding/testing/drives.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { challansJob } from '../challan/challans.job.ts';
import type { CallAnswer } from '#apps/server/testing.ts';

const emails = {
  safety: 'safety@roadkeeper.test',
  finance: 'finance@roadkeeper.test',
  client: 'client@roadkeeper.test',
  other: 'deccan@roadkeeper.test',
} as const;
export type Who = keyof typeof emails;

/** Challans through the door: violations that were measured and confirmed, and everybody who has to do with them. */
export async function startChallans() {
  const speeding = await startSpeeding();
  const { product } = speeding;
  const { driven, violationsOf, one } = drivesOf(() => speeding);
  const tokens = { safety: '', finance: '', client: '', other: '' } as Record<Who, string>;
  const signIn = async () => {
    for (const who of Object.keys(emails) as Who[]) tokens[who] = await product.login(emails[who]);
    await speeding.signIn();
  };
  await signIn();
  const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, headers = {}) =>
    product.call(method, path, { token: tokens[who], headers, ...(body === undefined ? {} : { body }) });
  const must = async (answer: Promise<CallAnswer>) => {
    const { status, json, text } = await answer;
    if (status !== 200 && status !== 201) throw new Error(`${status} ${text}`);
    return json.data;
  };
  const opened = await must(call('client', 'POST', '/wallet', {}));
  const wallet = opened.id as string;

  /** A violation that stood every gate and was confirmed. */
  async function proven(kmh = 100) {
    const { vehicle } = await driven(kmh);
    await signIn();
    const [found] = await violationsOf(vehicle.vehicleId);
    const id = String(found?.id);
    await must(
      call('safety', 'POST', `/violation/${id}/verdict`, { verdict: 'CONFIRM', version: (await one(id)).version }),
    );
    return { violationId: id, vehicleId: vehicle.vehicleId };
  }
  const draft = async (kmh?: number) => {
    const { violationId, vehicleId } = await proven(kmh);
    const row = await must(call('safety', 'POST', `/challan/from-violation/${violationId}`));
    return { ...row, vehicleId } as ChallanRow;
  };
  const issued = async () => {
    const { id, amountPaise } = await draft();
    return (await must(call('safety', 'POST', `/challan/issue/${id}`, { amountPaise }))) as ChallanRow;
  };
  const notified = async () => {
    const { id } = await issued();
    return (await must(call('safety', 'POST', `/challan/notify/${id}`, { by: 'EMAIL' }))) as ChallanRow;
  };

  return {
    speeding,
    product,
    wallet,
    signIn,
    call,
    must,
    proven,
    draft,
    issued,
    notified,
    async contested() {
      const row = await notified();
      await must(call('client', 'POST', '/challan-contest', contest(row.id)));
      return row;
    },
    /** The challan as somebody sees it now. */
    seen: async (id: string, who: Who = 'safety') => (await must(call(who, 'GET', `/challan/${id}`))) as ChallanRow,
    /** Puts money into the wallet of the client. */
    async fill(paise: number) {
      const body = { walletId: wallet, transactionType: 1, amountPaise: paise, note: 'For the test' };
      await must(call('finance', 'POST', '/wallet/adjustment', body));
    },
    balance: async () => (await must(call('client', 'GET', `/wallet/${wallet}`))).balancePaise as number,
    /** Goes on to a moment, and lets everybody sign in anew. */
    async at(iso: string) {
      product.clock.move(Math.max(0, Date.parse(iso) - product.clock.now().getTime()));
      await signIn();
    },
    /** The look-out of a minute. */
    async tick() {
      const { db, jobs } = product.product;
      await transact(db, everything, (db) => jobs.add(db, { name: challansJob }));
      await jobs.runDue();
    },
    close: () => speeding.close(),
  };
}

export interface ChallanRow {
  id: string;
  challanNo: string;
  challanStatus: string;
  amountPaise: number;
  paidPaise: number;
  refundedPaise: number;
  contestBy: string;
  decideBy: string;
  payBy: string;
  overdue: boolean;
  offenceNo: number;
  ruleId: string;
  ruleVersion: number;
  version: number;
  vehicleId: string;
  state: string | null;
  rights: string[];
  [field: string]: unknown;
}

/** What speaks against a challan. */
export const contest = (challanId: string) => ({
  challanId,
  grounds: 'NOT_THERE',
  text: 'The vehicle stood at the depot all day.',
});
