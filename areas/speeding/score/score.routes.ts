import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/contract/ids-and-days.ts';
import { listLimits, type Parameter } from '#kit/contract/list-query.ts';
import { pageParameters } from '#kit/contract/page.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { addCsvExportRoute, csvChunk, type CsvColumn } from '#kit/server/export/csv-route.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { queryReader } from '#kit/server/http/list-query.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { isPeriod, lastProof, listScores, readScore, type ScoresAsked } from './score-list.store.ts';
import {
  scoreOne,
  scoreProof,
  type ScoreRow,
  scoreRow,
  scoreSorts,
  type ScoreSubject,
  scoreSubjects,
} from './score.contract.ts';
import { last30 } from './score.rules.ts';

const limits = { maxSkip: 100_000, maxTake: 200, take: 50 };
const access = { module: 'safety-score', action: 'view' } as const;
const tag = 'Safety scores';

const period: Parameter = {
  about: 'LAST30: the last 30 days. Or a month',
  schema: { type: 'string', default: last30, examples: [last30, '2026-11'] },
};
const filters: Readonly<Record<string, Parameter>> = {
  subject: {
    about: 'Scores of vehicles or of drivers',
    schema: { type: 'string', enum: [...scoreSubjects], default: 'VEHICLE' },
  },
  period,
  id: { about: 'Of these vehicles or drivers; several ids are separated by commas', schema: { type: 'string' } },
  orgId: {
    about: 'Of this organisation, whose the vehicle was then; several ids are separated by commas',
    schema: { type: 'string' },
  },
  current: {
    about: 'yes: only of the organisation that has the vehicle or employs the driver now',
    schema: { type: 'string', enum: ['yes'] },
  },
  q: {
    about: 'Words to look for in the registration number or the name',
    schema: { type: 'string', maxLength: listLimits.maxQuery },
  },
};

const periodOf = (read: ReturnType<typeof queryReader>): string => {
  const given = read.text('period') ?? last30;
  if (!isPeriod(given)) read.wrong('period', 'Must be LAST30 or a month, like 2026-11');
  return given;
};

/** Reads what is asked of scores, as conditions over scores aliased s, vehicles v and drivers p. */
function readQuery(query: Readonly<Record<string, unknown>>): {
  read: ReturnType<typeof queryReader>;
  asked: Omit<ScoresAsked, 'skip' | 'take' | 'params' | 'sort'>;
} {
  const read = queryReader(query);
  const subject: ScoreSubject = read.oneOf('subject', scoreSubjects) ?? 'VEHICLE';
  const where: string[] = [];
  for (const [name, column] of [
    ['id', 's.subject_id'],
    ['orgId', 's.org_id'],
  ] as const) {
    const ids = read.ids(name);
    if (ids) where.push(`${column} = any(${read.bind(ids)}::uuid[])`);
  }
  if (read.oneOf('current', ['yes'])) where.push('s.org_id = coalesce(v.org_id, p.org_id)');
  where.push(...read.words(subject === 'VEHICLE' ? 'v.registration_no' : 'p.name'));
  return { read, asked: { subject, period: periodOf(read), where } };
}

/** GET /safety-score, the score of one vehicle or driver, and the export of the list. */
export function addScoreRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/safety-score',
    summary: 'Safety scores of vehicles or drivers for a period, with what was counted; the lowest first',
    tag,
    access,
    scope: 'organisation',
    query: {
      ...filters,
      sort: { about: 'Order', schema: { type: 'string', enum: [...scoreSorts], default: 'score' } },
      ...pageParameters(limits),
    },
    answer: z.array(scoreRow),
    beside: { count: z.int(), proof: z.nullable(scoreProof) },
    searches: true,
    handle: async ({ session, query }) => {
      const { read, asked } = readQuery(query);
      const sort = read.oneOf('sort', scoreSorts) ?? 'score';
      const page = read.page(limits);
      const scope = scopeOf(session);
      // It counts what everybody has.
      const isWhole = scope.orgId === null && !scope.orgIds;
      return transact(kit.db, scope, async (db) => {
        const { rows, count } = await listScores(db, scope, { ...asked, ...page, params: read.params, sort });
        return { message: 'OK', data: rows, count, proof: isWhole ? await lastProof(db) : null };
      });
    },
  });
  for (const [path, subject, what] of [
    ['/safety-score/vehicle/{id}', 'VEHICLE', 'Vehicle'],
    ['/safety-score/driver/{id}', 'DRIVER', 'Driver'],
  ] as const)
    addRoute(app, {
      method: 'GET',
      path,
      summary: `Safety score of one ${what.toLowerCase()}: its parts with the numbers they come from, and the scores of the last 12 weeks and months`,
      tag,
      access,
      scope: 'organisation',
      query: { period },
      answer: scoreOne,
      handle: async ({ session, params, query }) => {
        const read = queryReader(query);
        const asked = { subject, id: params['id']?.toLowerCase() ?? '', period: periodOf(read) };
        read.done();
        const scope = scopeOf(session);
        const data = isId(asked.id)
          ? await transact(kit.db, scope, (db) => readScore(db, scope, asked, kit.clock.now()))
          : undefined;
        if (!data) throw refuse.notFound(`${what} not found`);
        return { message: 'OK', data };
      },
    });
  addCsvExportRoute<ScoreRow>(app, kit, {
    path: 'safety-score',
    summary: 'Export safety scores as CSV: all that the filters of the list match',
    tag,
    title: 'Safety scores',
    filters,
    columns: () => columns,
    rows({ session }, filter) {
      readQuery(filter).read.done();
      return pages(kit, session, filter);
    },
  });
}

const columns: readonly CsvColumn<ScoreRow>[] = [
  ['Vehicle or driver', (row) => row.title],
  ['Organisation', (row) => row.org],
  ['From', (row) => row.from],
  ['To', (row) => row.to],
  ['Score', (row) => row.score],
  ['Score if all were confirmed', (row) => row.scoreIfConfirmed],
  ['Distance (km)', (row) => row.km],
  ['Distance with harsh driving reported (km)', (row) => row.measuredKm],
  ['Minor violations', (row) => row.minor],
  ['Major violations', (row) => row.major],
  ['Critical violations', (row) => row.critical],
  ['Awaiting review', (row) => row.waiting],
  ['Harsh braking', (row) => (row.measuredKm > 0 ? row.braking : null)],
  ['Harsh acceleration', (row) => (row.measuredKm > 0 ? row.acceleration : null)],
  ['Harsh cornering', (row) => (row.measuredKm > 0 ? row.cornering : null)],
  ['Id', (row) => row.id],
];

async function* pages(
  kit: CatalogueKit,
  session: Call['session'],
  filter: Readonly<Record<string, string>>,
): AsyncGenerator<ScoreRow[]> {
  const scope = scopeOf(session);
  for (let skip = 0; ; skip += csvChunk) {
    const { read, asked } = readQuery(filter);
    const { rows } = await transact(kit.db, scope, (db) =>
      listScores(db, scope, { ...asked, params: read.params, sort: 'title', skip, take: csvChunk }),
    );
    yield rows;
    if (rows.length < csvChunk) return;
  }
}
