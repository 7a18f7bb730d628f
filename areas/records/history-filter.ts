import { historyActions, historySources, sessionModule } from '#kit/contract/history.ts';
import { isDay, isId } from '#kit/contract/input.ts';
import { can, type Grants } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Param } from '#kit/server/db/database.ts';
import { historySource } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { Session } from '#kit/server/sessions/session.ts';

const text = (about: string, schema: Record<string, unknown> = { type: 'string' }) => ({ about, schema });
/** What the history can be narrowed to. */
export const historyFilters = {
  module: text('Kinds of records, separated by commas'),
  action: text('What was done, separated by commas', { type: 'string', examples: [historyActions.join(',')] }),
  source: text('How it was done, separated by commas', { type: 'string', examples: [historySources.join(',')] }),
  actor: text('Id of who did it'),
  person: text('Id of who did it, or of the account that it was done on behalf of'),
  record: text('Id of the record'),
  q: text('Words in the record’s title or the names of who did it', { type: 'string', maxLength: 100 }),
  from: text('First day', { type: 'string', format: 'date' }),
  to: text('Last day', { type: 'string', format: 'date' }),
};
export const historyPage = {
  skip: text('Rows to leave out', { type: 'integer', minimum: 0, maximum: 100_000, default: 0 }),
  take: text('Rows to answer', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
};

/** Kinds of rows that are no module by themselves, with the module whose viewers may see them. */
const shownWith: Readonly<Record<string, string>> = { [sessionModule]: 'history', permission: 'role' };

/** Whether rows of this kind may be seen with these rights. */
export const mayKnow = (grants: Grants, module: string): boolean => can(grants, shownWith[module] ?? module, 'view');

export interface HistoryCondition {
  /** What follows `from`, with its condition: rows aliased h. */
  found: string;
  params: Param[];
  skip: number;
  take: number;
}

/** Reads the parameters of the history, within what the session may see. Refuses with a message for each that is wrong. */
export function historyCondition(
  kit: CatalogueKit,
  session: Session,
  query: Readonly<Record<string, unknown>>,
): HistoryCondition {
  const messages: Record<string, string> = {};
  const value = (name: string): string | undefined => {
    const given = query[name];
    if (given === undefined || given === '') return undefined;
    if (typeof given !== 'string') messages[name] = 'Give this parameter once';
    return typeof given === 'string' ? given : undefined;
  };
  const number = (name: string, low: number, high: number, otherwise: number) => {
    const given = value(name);
    if (given === undefined) return otherwise;
    const read = /^\d{1,7}$/.test(given) ? Number(given) : Number.NaN;
    if (!(read >= low && read <= high)) messages[name] = `Must be a whole number from ${low} to ${high}`;
    return read;
  };
  const params: Param[] = [];
  const bind = (param: Param) => `$${params.push(param)}`;
  const source = historySource(scopeOf(session), params);
  const known = [
    ...new Set([
      ...kit.registry.all.map(({ path }) => path),
      ...Object.keys(session.grants),
      ...Object.keys(shownWith),
    ]),
  ];
  const terms = [`h.module = any(${bind(known.filter((module) => mayKnow(session.grants, module)))})`];
  for (const [name, offered] of [
    ['module', known],
    ['action', historyActions],
    ['source', historySources],
  ] as const) {
    const chosen = value(name)?.split(',');
    if (!chosen) continue;
    if (!chosen.every((one) => (offered as readonly string[]).includes(one)))
      messages[name] = 'Must be among the offered values';
    terms.push(`h.${name} = any(${bind(chosen)})`);
  }
  for (const [name, columns] of [
    ['actor', ['actor_id']],
    ['person', ['actor_id', 'on_behalf_of_id']],
    ['record', ['record_id']],
  ] as const) {
    const id = value(name)?.toLowerCase();
    if (id === undefined) continue;
    if (!isId(id)) messages[name] = 'Must be an id';
    else terms.push(`(${columns.map((column) => `h.${column} = ${bind(id)}::uuid`).join(' or ')})`);
  }
  const words = value('q')?.trim();
  if (words && (words.length > 100 || words.includes('\0'))) messages['q'] = 'At most 100 characters';
  for (const word of words?.split(/\s+/).slice(0, 6) ?? []) {
    const pattern = bind(`%${word.replace(/[\\%_]/g, '\\$&')}%`);
    const columns = ['record_title', 'actor_name', 'on_behalf_of_name'];
    terms.push(`(${columns.map((column) => `h.${column} ilike ${pattern}`).join(' or ')})`);
  }
  for (const [name, condition] of [
    ['from', 'h.at >='],
    ['to', 'h.at <'],
  ] as const) {
    const day = value(name);
    if (day === undefined) continue;
    // "To a day" means its end; days are those of India.
    if (isDay(day))
      terms.push(
        `${condition} (${bind(day)}::date${name === 'to' ? ' + 1' : ''})::timestamp at time zone 'Asia/Kolkata'`,
      );
    else messages[name] = 'Must be a date, like 2026-11-21';
  }
  const skip = number('skip', 0, 100_000, 0);
  const take = number('take', 1, 100, 25);
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return { found: `${source} where ${terms.join(' and ')}`, params, skip, take };
}
