import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { listLimits, type ListQuery } from '#kit/contract/list-query.ts';
import { refuse } from '#kit/server/refusals.ts';
import type { SearchSource, Where } from './list-sql.ts';

/*
 * PostgreSQL cannot know how many rows have a word in them. When it takes them for many, it goes through the list in its order until a
 * page is full, and of a word that few have that is the whole list: 5 s over a million drivers. So the rows are counted first, which by
 * index takes 2 ms for the few and stops soon with the many, and what is done then goes by their number.
 */

/** How many rows of the list, in its order, are looked at for a page of a word that many have. */
const windowRows = 20_000;

/** Few rows match: found by index, then put in order. */
export const fewFound =
  ({ from }: Where): SearchSource =>
  (condition, _, after) => {
    const found = after === '' ? condition : condition.slice(0, -after.length);
    return `${from} t where t.id = any(array(select t.id from ${from} t where ${found} limit ${listLimits.maxFound + 1}))${after}`;
  };

/** Many rows match: a page of them stands near the beginning of the list, unless the order keeps them together. */
export const nearTheBeginning =
  ({ from, halves }: Where): SearchSource =>
  (_, by, after) =>
    `(select * from ${from} t where ${halves?.list}${after} order by ${by} limit ${windowRows}) t where ${halves?.search}`;

/** Many rows match, wherever they stand: found first, then put in order. */
export const wherever =
  ({ from }: Where): SearchSource =>
  (condition) =>
    `(select * from ${from} t where ${condition} offset 0) t where true`;

/** Whether the list has an index in the order that is asked for; see draft-sql.ts. */
export function isOrderIndexed(definition: AnyCatalogue, { sort }: Pick<ListQuery, 'sort'>): boolean {
  const field: AnyField | undefined = definition.fields[sort.name];
  return sort.name === definition.sort.replace(/^-/, '') && field?.kind !== 'ref';
}

/** Of a count that is answered: true where more match than are counted. */
export const moreSchema = z.optional(z.literal(true));

/** A count as it is answered: of a search, no further than it is counted. */
export const countShown = ({ q }: ListQuery, found: number): { count: number; more?: true } =>
  q !== undefined && found > listLimits.maxFound ? { count: listLimits.maxFound, more: true } : { count: found };

/** A list that is asked for whole is answered whole, or not at all. @throws 400 where more match than one answer holds. */
export function refuseCut({ path, many }: AnyCatalogue, { whole, option, take }: ListQuery, found: number): void {
  if (!whole || found < take) return;
  const most = (take - 1).toLocaleString('en-IN');
  const call = `GET /${path}?${option ? 'option=true' : 'status=1'}&skip=0&take=100`;
  const message = `More than ${most} ${inSentence(many)} match, too many for one answer. Ask for them page by page (${call}), or narrow the list down`;
  throw refuse.badInput({ take: message }, message);
}
