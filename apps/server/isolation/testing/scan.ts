import { readSheet } from 'read-excel-file/node';
import type { CallAnswer } from '#apps/server/testing.ts';
import type { Organisation } from './organisation.ts';
import { type Reach, reachOf } from './reach.ts';
import type { Caller } from './callers.ts';
import type { World } from './world.ts';

/** What must never be seen by anybody of another organisation: ids, and the beginnings of all texts. */
export interface Canaries {
  mark: string;
  /** Texts that give them away, or staff, whom clients do not know by name. */
  texts: readonly string[];
  ids: Set<string>;
  mobiles: Set<string>;
  /** Of requests that were made once. */
  keys: readonly string[];
  /** Ids by table. */
  byTable: Readonly<Record<string, readonly string[]>>;
  /** Which of them a call could meet. */
  reach: Reach;
}

export async function canariesOf({ behind }: World, { id, mark }: Organisation): Promise<Canaries> {
  const byTable = await behind.ids(id);
  const rows = await behind.query<{ mobile: string }>(
    'select mobile from account where org_id = $1 and mobile is not null union select mobile from driver where org_id = $1',
    [id],
    id,
  );
  const keys = await behind.query<{ key: string }>(
    'select key from idempotency where org_id = $1 order by key',
    [id],
    id,
  );
  return {
    keys: keys.map(({ key }) => key),
    mark: mark.toLowerCase(),
    texts: [mark.toLowerCase(), 'world admin'],
    ids: new Set(Object.values(byTable).flat()),
    mobiles: new Set(rows.map(({ mobile }) => mobile)),
    byTable,
    reach: await reachOf(behind, byTable),
  };
}

/** What gives others away to somebody: staff know each other. */
export const canariesTo = ({ kind }: Caller, canaries: Canaries): Canaries =>
  kind === 'client' ? canaries : { ...canaries, texts: [canaries.mark] };

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What an answer says, headers first; of a workbook its cells. What differs with every answer is left out. */
export async function saidBy(answer: CallAnswer): Promise<string> {
  const { 'x-request-id': _, date: _date, ...headers } = answer.headers;
  // Bytes of a workbook say when it was packed.
  const isWorkbook = headers['content-type'] === xlsx;
  if (isWorkbook) delete headers['content-length'];
  const body = isWorkbook ? JSON.stringify(await readSheet(answer.raw)) : answer.raw.toString();
  return `${answer.status} ${JSON.stringify(headers)}\n${body.replace(/"requestId":"[^"]+"/, '')}`;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The first canary in a text, but for what was planted in the request and may come back as an echo. */
export function canaryIn(said: string, canaries: Canaries, planted: readonly string[] = []): string | undefined {
  let text = said.toLowerCase();
  for (const one of planted) text = text.replaceAll(one.toLowerCase(), '');
  for (const one of canaries.texts) {
    const at = text.indexOf(one);
    if (at >= 0) return text.slice(at, at + 60);
  }
  return (
    text.match(uuids)?.find((id) => canaries.ids.has(id)) ??
    text.match(/\b97\d{8}\b/g)?.find((mobile) => canaries.mobiles.has(mobile))
  );
}

/**
 * The text with ids that nothing knew before in one spelling: those of rows that were just made. Tickets are numbered as they come,
 * whoever asks.
 */
export const withoutNewIds = (said: string, known: ReadonlySet<string>): string =>
  said
    .replace(uuids, (id) => (known.has(id) ? id : '<new>'))
    .replace(/"ticketNo":"HD-\d{4}-\d{5}"/g, '"ticketNo":"<new>"');

/** Where two texts part. */
export const difference = (text: string, other: string): string => {
  let at = 0;
  while (text[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `${text.slice(from, at + 120)} ≠ ${other.slice(from, at + 120)}`;
};
