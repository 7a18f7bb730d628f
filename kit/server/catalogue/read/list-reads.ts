import { createHash } from 'node:crypto';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { listLimits, type ListQuery } from '#kit/contract/list-query.ts';
import type { Param, Scope, Statement, TextRow } from '#kit/server/db/database.ts';
import type { Counts } from './counts.ts';
import { countSql, listSql, type SearchSource, type Where, whereOf } from './list-sql.ts';
import type { Column } from './row-sql.ts';
import { fewFound, isOrderIndexed, nearTheBeginning, wherever } from './search.ts';
import { knownNames, type ListKit, namesSought } from './search-sql.ts';

/** Runs a statement as a scope sees the catalogue's rows. */
type Read = (scope: Scope, statement: Statement, params: Param[]) => Promise<TextRow[]>;

/** A catalogue that lists are asked of. */
interface Asked {
  kit: ListKit;
  definition: AnyCatalogue;
  text: Read;
}

/** The condition of a list. */
export async function whereAsked(of: Asked, scope: Scope, query: ListQuery, place: string): Promise<Where> {
  const { kit, definition, text } = of;
  const known = await knownNames(kit, namesSought(kit, definition), query.q, scope, (sql, params) =>
    text(scope, { text: sql, replan: true }, params),
  );
  return whereOf(kit, definition, query, scope, place, known);
}

/** What pages, counts and options of one catalogue have in common: the condition of a list, and how a search is made. */
export function listReads(
  kit: ListKit & { counts: Counts },
  definition: AnyCatalogue,
  columnsFor: (scope: Scope) => readonly Column[],
  text: Read,
) {
  const count = (scope: Scope, where: Where, version?: string): Promise<number> => {
    const statement = countSql(where);
    const read = () => text(scope, statement, where.params).then((rows) => Number(rows[0]?.[0] ?? 0));
    if (version === undefined) return read();
    const whose = definition.rowSecurity ? (scope.orgIds ?? scope.orgId) : null;
    // As short for a search that means a thousand records by their names.
    const asked = createHash('sha256').update(`${JSON.stringify([whose, where.params])} ${statement.text}`);
    return kit.counts.give(asked.digest('base64'), version, read);
  };
  return {
    /** How many rows match, of a search at most one more than are counted; remembered where a version is given. */
    count,
    /** The rows that a list without a cursor is cut from, `… t where …`. */
    async source(scope: Scope, query: ListQuery, where: Where): Promise<string> {
      if (query.q === undefined) return `${where.from} t where ${where.sql}`;
      const source = (await count(scope, where)) > listLimits.maxFound ? wherever : fewFound;
      return source(where)(where.sql, '', '');
    },
    /** The rows of a page, as the server's text. */
    async page(scope: Scope, query: ListQuery, version?: string): Promise<TextRow[]> {
      const where = await whereAsked({ kit, definition, text }, scope, query, 'list-page');
      const read = (source?: SearchSource) => {
        const { statement, params } = listSql(kit.registry, definition, columnsFor(scope), query, where, source);
        return text(scope, statement, params);
      };
      if (query.q === undefined) return read();
      const found = await count(scope, where, version);
      if (found <= listLimits.maxFound) return found <= query.skip ? [] : read(fewFound(where));
      const near = isOrderIndexed(definition, query) ? await read(nearTheBeginning(where)) : [];
      return near.length === query.take ? near : read(wherever(where));
    },
  };
}
