import fastify from 'fastify';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { serveParent } from './child.ts';

interface Vehicle {
  id: string;
  name: string;
  brand_id: string;
  fuel: string;
  chassis: string;
  colour: string | null;
  seats: number;
  made_on: string;
  price: string;
  remark: string | null;
  status: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
interface Office {
  id: string;
  code: string;
  name: string;
  status: number;
  version: number;
  deleted_at: Date | null;
}
interface Model {
  id: string;
  brand_id: string;
  type_id: string;
  category_id: string;
  name: string;
  variant: string | null;
  year_from: number | null;
  year_to: number | null;
  status: number;
  version: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}
interface Tables {
  bench_vehicle: Vehicle;
  vehicle_brand: { id: string; name: string };
  rto: Office;
  vehicle_type: { id: string; name: string };
  vehicle_category: { id: string; name: string };
  vehicle_model: Model;
}

const listQuery = z.strictObject({
  brandId: z.uuid().optional(),
  status: z.coerce.number().int().min(0).max(1).optional(),
  sort: z.enum(['name', '-name']).default('name'),
  skip: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(100).default(25),
});
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

  const rows = () =>
    db
      .selectFrom('bench_vehicle as t')
      .innerJoin('vehicle_brand as b', 'b.id', 't.brand_id')
      .select([
        't.id',
        't.name',
        't.brand_id as brandId',
        'b.name as brandName',
        't.fuel',
        't.chassis',
        't.colour',
        't.seats',
        't.made_on as madeOn',
        't.price',
        't.remark',
        't.status',
        't.version',
        't.created_at as createdAt',
        't.updated_at as updatedAt',
      ]);

  app.get('/bench-vehicle', async (request) => {
    const query = listQuery.parse(request.query);
    const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
    let page = rows().where('t.deleted_at', 'is', null);
    let count = db
      .selectFrom('bench_vehicle as t')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('t.deleted_at', 'is', null);
    if (query.brandId) {
      page = page.where('t.brand_id', '=', query.brandId);
      count = count.where('t.brand_id', '=', query.brandId);
    }
    if (query.status !== undefined) {
      page = page.where('t.status', '=', query.status);
      count = count.where('t.status', '=', query.status);
    }
    const [data, total] = await Promise.all([
      page
        .orderBy(sql`lower(t.name)`, direction)
        .orderBy('t.id', direction)
        .limit(query.take)
        .offset(query.skip)
        .execute(),
      count.executeTakeFirstOrThrow(),
    ]);
    return { message: 'OK', data, count: Number(total.n) };
  });
  app.get('/rto', async () => {
    const data = await db
      .selectFrom('rto')
      .select(['id', 'name', sql<string>`code || ' ' || name`.as('label'), 'id as value'])
      .where('deleted_at', 'is', null)
      .where('status', '=', 1)
      .orderBy(sql`lower(code || ' ' || name)`)
      .execute();
    return { message: 'OK', data, count: data.length };
  });
  app.get('/vehicle-model', async (request) => {
    const query = listQuery.parse(request.query);
    const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
    const models = db.selectFrom('vehicle_model as t').where('t.deleted_at', 'is', null);
    const [data, total] = await Promise.all([
      models
        .innerJoin('vehicle_brand as b', 'b.id', 't.brand_id')
        .innerJoin('vehicle_type as y', 'y.id', 't.type_id')
        .innerJoin('vehicle_category as c', 'c.id', 't.category_id')
        .select([
          't.id',
          't.name',
          't.variant',
          't.brand_id as brandId',
          'b.name as brandName',
          't.type_id as typeId',
          'y.name as typeName',
          't.category_id as categoryId',
          'c.name as categoryName',
          't.year_from as yearFrom',
          't.year_to as yearTo',
          't.status',
          't.version',
          't.created_at as createdAt',
          't.updated_at as updatedAt',
        ])
        .orderBy(sql`lower(t.name)`, direction)
        .orderBy('t.id', direction)
        .limit(query.take)
        .offset(query.skip)
        .execute(),
      models.select(({ fn }) => fn.countAll().as('n')).executeTakeFirstOrThrow(),
    ]);
    return { message: 'OK', data, count: Number(total.n) };
  });
  app.get('/bench-vehicle/:id', async (request, reply) => {
    const { id } = params.parse(request.params);
    const data = await rows().where('t.id', '=', id).where('t.deleted_at', 'is', null).executeTakeFirst();
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
