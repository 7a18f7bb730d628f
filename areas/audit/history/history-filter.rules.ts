import { historyActions, historySources, sessionModule } from '#kit/contract/history.ts';
import { isId } from '#kit/contract/ids-and-days.ts';
import { can, type Grants } from '#kit/contract/rights.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { containing } from '#kit/server/db/containing.ts';
import type { Param } from '#kit/server/db/database.ts';
import { historySource } from '#kit/server/history-read.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import type { Session } from '#kit/server/sessions/session.ts';

const text = (about: string, schema: Record<string, unknown> = { type: 'string' }) => ({ about, schema });
/** What the history can be narrowed to. */
export const historyFilters = {
  module: text('Types of records, separated by commas'),
  action: text('What was done, separated by commas', { type: 'string', examples: [historyActions.join(',')] }),
  source: text('How it was done, separated by commas', { type: 'string', examples: [historySources.join(',')] }),
  actor: text('Id of who did it'),
  person: text('Id of who did it, or of the account that it was done on behalf of'),
  record: text('Id of the record'),
  q: text('Words in the record’s title or the names of who did it', { type: 'string', maxLength: 100 }),
  from: text('First day', { type: 'string', format: 'date' }),
  to: text('Last day', { type: 'string', format: 'date' }),
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
  const read = queryReader(query);
  const { params, bind } = read;
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
    const chosen = read.among<string>(name, offered);
    if (chosen) terms.push(`h.${name} = any(${bind(chosen)})`);
  }
  for (const [name, columns] of [
    ['actor', ['actor_id']],
    ['person', ['actor_id', 'on_behalf_of_id']],
    ['record', ['record_id']],
  ] as const) {
    const id = read.text(name)?.toLowerCase();
    if (id === undefined) continue;
    if (!isId(id)) read.wrong(name, 'Must be an id');
    else terms.push(`(${columns.map((column) => `h.${column} = ${bind(id)}::uuid`).join(' or ')})`);
  }
  for (const word of read.searched()) {
    const pattern = bind(containing(word));
    const columns = ['record_title', 'actor_name', 'on_behalf_of_name'];
    terms.push(`(${columns.map((column) => `h.${column} ilike ${pattern}`).join(' or ')})`);
  }
  terms.push(...read.days('h.at'));
  const { skip, take } = read.page();
  return { found: `${source} where ${terms.join(' and ')}`, params, skip, take };
}
