import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { HistoryRow } from '#kit/contract/answers.ts';
import { isDay, isId } from '#kit/contract/input.ts';
import { can } from '#kit/contract/rights.ts';
import { historySchema } from '#kit/server/catalogue/answer-schemas.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { type Param, transact } from '#kit/server/db/database.ts';
import { fence } from '#kit/server/db/fence.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';

const actions = ['create', 'update', 'status', 'delete', 'restore', 'purge', 'merge'] as const;
const sources = ['screen', 'bulk', 'import', 'api', 'seed', 'job'] as const;
const text = (about: string, schema: Record<string, unknown> = { type: 'string' }) => ({ about, schema });
const parameters = {
  skip: text('Rows to leave out', { type: 'integer', minimum: 0, maximum: 100_000, default: 0 }),
  take: text('Rows to answer', { type: 'integer', minimum: 1, maximum: 100, default: 25 }),
  module: text('Kinds of records, separated by commas'),
  action: text('What was done, separated by commas', { type: 'string', examples: [actions.join(',')] }),
  source: text('How it was done, separated by commas', { type: 'string', examples: [sources.join(',')] }),
  actor: text('Id of who did it'),
  record: text('Id of the record'),
  q: text('Words in the record’s title or the name of who did it', { type: 'string', maxLength: 100 }),
  from: text('First day', { type: 'string', format: 'date' }),
  to: text('Last day', { type: 'string', format: 'date' }),
};

/** GET /history: who changed what, over all records of the modules that the caller may view. */
export function addHistoryRoute(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/history',
    summary: 'Who changed what, over all records, newest first',
    tag: 'Records',
    access: { module: 'history', action: 'view' },
    scope: 'organisation',
    query: parameters,
    answer: z.array(historySchema),
    beside: { count: z.int() },
    handle: async (call) => {
      const { where, params, skip, take } = conditionOf(kit, call);
      const [rows, total] = await transact(kit.db, scopeOf(call.session), async (db) => [
        await db.query<HistoryRow>(
          `select id, at, actor_id as "actorId", actor_name as "actorName", on_behalf_of_name as "onBehalfOfName", action, source,
             module, record_id as "recordId", record_title as "recordTitle", before, after, request_id as "requestId"
           from history where ${where} order by at desc, id desc limit ${take} offset ${skip}`,
          params,
        ),
        await db.query<{ count: number }>(`select count(*) from history where ${where}`, params),
      ]);
      return { message: 'OK', data: rows, count: total[0]?.count ?? 0 };
    },
  });
}

function conditionOf(kit: CatalogueKit, { query, session }: Call) {
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
  const terms: string[] = [];
  const visible = kit.registry.all.map(({ path }) => path).filter((path) => can(session.grants, path, 'view'));
  const among = (name: string, offered: readonly string[], column: string) => {
    const chosen = value(name)?.split(',');
    if (!chosen) return;
    if (!chosen.every((one) => offered.includes(one))) messages[name] = 'Must be among the offered values';
    terms.push(`${column} = any(${bind(chosen)})`);
  };
  terms.push(`module = any(${bind(visible)})`);
  among(
    'module',
    kit.registry.all.map(({ path }) => path),
    'module',
  );
  among('action', actions, 'action');
  among('source', sources, 'source');
  for (const [name, column] of [
    ['actor', 'actor_id'],
    ['record', 'record_id'],
  ] as const) {
    const id = value(name)?.toLowerCase();
    if (id === undefined) continue;
    if (isId(id)) terms.push(`${column} = ${bind(id)}::uuid`);
    else messages[name] = 'Must be an id';
  }
  const words = value('q')?.trim();
  if (words && (words.length > 100 || words.includes('\0'))) messages['q'] = 'At most 100 characters';
  for (const word of words?.split(/\s+/).slice(0, 6) ?? []) {
    const pattern = bind(`%${word.replace(/[\\%_]/g, '\\$&')}%`);
    terms.push(`(record_title ilike ${pattern} or actor_name ilike ${pattern})`);
  }
  for (const [name, condition] of [
    ['from', 'at >='],
    ['to', 'at <'],
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
  const fenced = fence('history', scopeOf(session), 'org_id', params);
  return { where: terms.join(' and ') + fenced, params, skip, take };
}
