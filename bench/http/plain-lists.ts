import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from './plain-tables.ts';

const listQuery = z.strictObject({
  brandId: z.uuid().optional(),
  status: z.coerce.number().int().min(0).max(1).optional(),
  sort: z.enum(['name', '-name']).default('name'),
  skip: z.coerce.number().int().min(0).default(0),
  take: z.coerce.number().int().min(1).max(100).default(25),
});

/** The columns of a vehicle as they are answered. */
export const rows = (db: Kysely<Tables>) =>
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

/** The lists that are measured: one of many rows, a short one, and one with four names beside each row. */
export function addPlainLists(app: FastifyInstance, db: Kysely<Tables>): void {
  addVehicleList(app, db);
  addOfficeList(app, db);
  addModelList(app, db);
}

function addVehicleList(app: FastifyInstance, db: Kysely<Tables>): void {
  app.get('/bench-vehicle', async (request) => {
    const query = listQuery.parse(request.query);
    const direction = query.sort.startsWith('-') ? 'desc' : 'asc';
    let page = rows(db).where('t.deleted_at', 'is', null);
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
}

function addOfficeList(app: FastifyInstance, db: Kysely<Tables>): void {
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
}

function addModelList(app: FastifyInstance, db: Kysely<Tables>): void {
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
}
