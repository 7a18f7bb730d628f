import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { listPage, queryReader } from '#kit/server/http/list-query.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import { isDay, isId } from '#kit/contract/ids-and-days.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { tenantFilter } from '#kit/server/db/tenant-filter.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { deadlineSchema } from '../compliance.schemas.ts';
import { backDays, deadlineColumns, deadlinesSql } from './deadlines.store.ts';
import { subjectOf } from '#areas/documents/documents.server.ts';
import type { SubjectPath } from '#areas/documents/documents/subjects.contract.ts';
import type { Deadline } from './deadlines.contract.ts';

interface Row {
  key: string;
  kind: Deadline['kind'];
  what: string;
  due: string;
  left: number;
  subjectId: string;
  subject: string;
  subjectPath: SubjectPath;
  orgId: string;
  org: string;
  to: string;
  reminded: string[] | null;
  renewal: Deadline['renewal'];
}
const kinds = ['PAPER', 'LICENCE', 'MEDICAL'] as const;
/** How far ahead is looked, unless a last day is given. */
const aheadDays = 90;

/** GET /obligation: every duty that has a day, the soonest first; what has ended stands in front until it is renewed. */
export function addDeadlineRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  const day = (about: string) => ({ about, schema: { type: 'string', format: 'date' } });
  addRoute(app, {
    method: 'GET',
    path: '/obligation',
    summary:
      'Documents, licences and medical fitness by expiry date, including those that expired within a year and were not renewed',
    tag: 'Renewals',
    access: { module: 'obligation', action: 'view' },
    scope: 'organisation',
    query: {
      ...listPage,
      from: day('First day'),
      to: day('Last day; default: 90 days from today, for one record none'),
      kind: { about: 'Types, separated by commas', schema: { type: 'string', enum: [...kinds] } },
      typeId: { about: 'Document type', schema: { type: 'string', format: 'uuid' } },
      orgId: { about: 'Organisation', schema: { type: 'string', format: 'uuid' } },
      subjectId: {
        about: 'Vehicle, driver, organisation or app user that they are of',
        schema: { type: 'string', format: 'uuid' },
      },
    },
    answer: z.array(deadlineSchema),
    beside: { count: z.int() },
    handle: async ({ session, query }) => {
      const today = indiaDay(kit.clock.now());
      const read = queryReader(query);
      const todayAt = read.bind(today);
      const own = scopeOf(session);
      const tenantSql = tenantFilter('obligations', own, 'o.org_id', read.params);
      const terms = [`o.due >= ${read.bind(dayOf(query, 'from') ?? addDays(today, -backDays))}`];
      const subjectId = idIn(query, 'subjectId');
      const last = dayOf(query, 'to') ?? (subjectId === undefined ? addDays(today, aheadDays) : undefined);
      if (last !== undefined) terms.push(`o.due <= ${read.bind(last)}`);
      const chosen = read.among('kind', kinds);
      if (chosen) terms.push(`o.kind = any(${read.bind(chosen)})`);
      for (const [name, column] of [
        ['typeId', 'o.type_id'],
        ['orgId', 'o.org_id'],
      ] as const) {
        const id = idIn(query, name);
        if (id !== undefined) terms.push(isId(id) ? `${column} = ${read.bind(id)}` : 'false');
      }
      if (subjectId !== undefined && !isId(subjectId)) terms.push('false');
      terms.push(...read.words(`concat_ws(' ', o.what, o.subject, o.org)`));
      const { skip, take } = read.page();
      const source = `(${deadlinesSql(todayAt, isId(subjectId) ? read.bind(subjectId) : undefined)}) o where ${terms.join(' and ')}${tenantSql}`;
      const [rows, counts] = await transact(kit.db, own, async (db) => [
        await db.query<Row>(
          `select o.*, ${deadlineColumns} from (select o.* from ${source} order by o.due, o.key limit ${take} offset ${skip}) o order by o.due, o.key`,
          read.params,
        ),
        await db.query<{ count: number }>(`select count(*) from ${source}`, read.params),
      ]);
      const data = rows.map(
        (row): Deadline => ({
          key: row.key,
          kind: row.kind,
          what: row.what,
          due: row.due,
          days: row.left,
          subject: subjectOf(row),
          org: { id: row.orgId, label: row.org },
          to: row.to,
          reminded: row.reminded ?? [],
          renewal: row.renewal,
        }),
      );
      return { message: 'OK', data, count: counts[0]?.count ?? 0 };
    },
  });
}

/** What stands where an id belongs, be it one or not; undefined where nothing does. */
function idIn(query: Record<string, unknown>, name: string): string | undefined {
  const given = query[name];
  return typeof given === 'string' && given !== '' ? given.toLowerCase() : undefined;
}

function dayOf(query: Record<string, unknown>, name: string): string | undefined {
  const given = query[name];
  if (given === undefined || given === '') return undefined;
  if (typeof given !== 'string' || !isDay(given)) throw refuse.badInput({ [name]: 'Must be a date, like 2026-11-21' });
  return given;
}
