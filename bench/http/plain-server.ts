import fastify, { type FastifyInstance } from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { serveParent } from '../child.ts';
import { addPlainLists, rows } from './plain-lists.ts';
import type { Tables } from './plain-tables.ts';

const input = z.strictObject({
  name: z.string().trim().min(1).max(20),
  brandId: z.uuid(),
  fuel: z.enum(['PETROL', 'DIESEL', 'CNG', 'ELECTRIC']),
  chassis: z.string().trim().min(1).max(40),
  colour: z.string().max(40).nullish(),
  seats: z.number().int().min(1).max(100),
  madeOn: z.iso.date(),
  price: z.number().int().min(0),
  remark: z.string().max(200).nullish(),
});
const params = z.object({ id: z.uuid() });

/**
 * The yardstick: what a careful developer writes in an afternoon with Fastify, Zod and Kysely. No sessions, rights,
 * history or repeated-request protection; input is checked, answers are not.
 */
serveParent(async ({ database }) => {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: new pg.Pool({ ...database, max: 10 }) }) });
  const app = fastify();
  addPlainLists(app, db);
  addRecordCalls(app, db);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      await app.close();
      await db.destroy();
    },
  };
});

/** One record: read it, create one, switch one on or off. */
function addRecordCalls(app: FastifyInstance, db: Kysely<Tables>): void {
  app.get('/bench-vehicle/:id', async (request, reply) => {
    const { id } = params.parse(request.params);
    const data = await rows(db).where('t.id', '=', id).where('t.deleted_at', 'is', null).executeTakeFirst();
    return data ? { message: 'OK', data } : reply.code(404).send({ message: 'Not found' });
  });
  app.post('/bench-vehicle', async (request, reply) => {
    const { brandId, madeOn, ...sent } = input.parse(request.body);
    const data = await db
      .insertInto('bench_vehicle' as never)
      .values({ ...sent, id: uuidv7(), brand_id: brandId, made_on: madeOn } as never)
      .returningAll()
      .executeTakeFirstOrThrow();
    return reply.code(201).send({ message: 'Created', data });
  });
  const written = { 'bench-vehicle': 'bench_vehicle', rto: 'rto', 'vehicle-model': 'vehicle_model' } as const;
  for (const [path, table] of Object.entries(written))
    app.put(`/${path}/status/:id`, async (request) => {
      const { id } = params.parse(request.params);
      await db
        .updateTable(table)
        .set({ status: sql`1 - status`, version: sql`version + 1` })
        .where('id', '=', id)
        .execute();
      return { message: 'Status updated' };
    });
}
