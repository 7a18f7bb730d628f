import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { reasons } from '../wallet-answers.contract.ts';

const limits = { maxSkip: listLimits.maxSkip, maxTake: listLimits.maxTake, take: listLimits.take };
const some = (about: string, offered: readonly string[]): Parameter => ({
  about: `${about}; several are separated by commas`,
  schema: { type: 'string', enum: [...offered] },
});
const time = (about: string): Parameter => ({
  about,
  schema: { type: 'string', examples: ['2026-11-21', '2026-11-21T06:00:00Z'] },
});
const statuses = ['0', '1', '2', '3', '4'] as const;
const types = ['1', '2'] as const;

/** What transactions are chosen by. */
export const transactionFilters: Readonly<Record<string, Parameter>> = {
  status: some('0 pending, 1 success, 2 failed, 3 reversed, 4 void', statuses),
  transactionType: some('1 credit, 2 debit', types),
  reason: some('What it was for', reasons),
  walletId: { about: 'Of this wallet; several ids are separated by commas', schema: { type: 'string' } },
  orgId: { about: 'Of this organisation; several ids are separated by commas', schema: { type: 'string' } },
  appUserId: { about: 'Of the wallet of this app user', schema: { type: 'string' } },
  approval: { about: '1: waits for the approval of a second person', schema: { type: 'string', enum: ['1'] } },
  hold: { about: '1: a hold', schema: { type: 'string', enum: ['1'] } },
  from: time('Begun at or after this day (of India) or ISO time'),
  to: time('Begun on or before this day (of India) or ISO time'),
  q: {
    about: 'Words to look for in reference, subject, note and name',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};
export const transactionPages = pageParameters(limits);

/** Conditions over transactions `x`, wallets `w`, organisations `o` and users `u`. @throws 400 */
export function readTransactionQuery(query: Readonly<Record<string, unknown>>) {
  const read = queryReader(query);
  const terms = read.words(`concat_ws(' ', x.ref, x.subject, x.note, o.name, u.name)`);
  const status = read.among('status', statuses);
  if (status) terms.push(`x.status = any(${read.bind(status)}::smallint[])`);
  const type = read.among('transactionType', types);
  if (type) terms.push(`x.transaction_type = any(${read.bind(type)}::smallint[])`);
  const reason = read.among('reason', reasons);
  if (reason) terms.push(`x.reason = any(${read.bind(reason)}::text[])`);
  for (const [name, column] of [
    ['walletId', 'x.wallet_id'],
    ['orgId', 'x.org_id'],
    ['appUserId', 'w.owner_id'],
  ] as const) {
    const ids = read.ids(name);
    if (ids) terms.push(`${column} = any(${read.bind(ids)}::uuid[])`);
  }
  if (read.oneOf('approval', ['1'])) terms.push('x.needs_approval and x.status = 0');
  if (read.oneOf('hold', ['1'])) terms.push('x.is_hold');
  const from = read.instant('from');
  if (from) terms.push(`x.created_at >= ${read.bind(from.at)}`);
  const to = read.instant('to', true);
  if (to) terms.push(`x.created_at ${to.isDay ? '<' : '<='} ${read.bind(to.at)}`);
  const { skip, take } = read.page(limits);
  return { params: read.params, terms, skip, take };
}
