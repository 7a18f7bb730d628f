import { createHmac, createSecretKey, randomBytes, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { z } from 'zod';
import { everything, scopeParams, scopeStatement } from '#kit/server/db/database.ts';
import { sealsOf } from '#kit/server/db/scope-seal.ts';
import { headers } from '#kit/server/http/admission.ts';
import { serveParent } from '../child.ts';

/** Who writes: the hand-written side has no sessions. */
const actor = { id: uuidv7(), name: 'Bench' };

const input = z.strictObject({
  name: z.string().trim().min(1).max(20).toUpperCase(),
  brandId: z.uuid(),
  fuel: z.enum(['PETROL', 'DIESEL', 'CNG', 'ELECTRIC']),
  chassis: z.string().trim().min(1).max(40),
  colour: z.string().max(40).nullish(),
  seats: z.int().min(1).max(100),
  madeOn: z.iso.date(),
  price: z.int().min(0),
  remark: z.string().max(200).nullish(),
});
const onceKey = z.string().regex(/^[\x21-\x7e]{1,200}$/);

/** Locks the brand against deletion and adds the row; without a row the brand is gone. */
const createSql = `
  with brand as (
    select id, name, status from vehicle_brand where id = $4 and deleted_at is null for key share
  ), made as (
    insert into bench_vehicle (id, name, brand_id, fuel, chassis, colour, seats, made_on, price, remark,
      created_at, created_by, updated_at, updated_by)
    select $3, $5, brand.id, $6, $7, $8, $9, $10, $11, $12, $2, $1, $2, $1 from brand
    returning status, version
  )
  select made.status, made.version, brand.name as "brandName", brand.status as "brandStatus"
  from (values (1)) one left join made on true left join brand on true`;

/** The history row, and the key with the answer that a repeated request gets, both in the transaction of the row. */
const recordSql = `
  with recorded as (
    insert into history (id, at, actor_id, actor_name, action, source, module, record_id, record_title, after, ip, request_id)
    values ($1, $2, $3, $4, 'create', 'api', 'bench-vehicle', $5, $6, $7, $8, $9)
  )
  insert into idempotency (actor_id, key, fingerprint, created_at, status, etag, body)
  values ($3, $10, $13, $2, 201, $12, $11)`;

const keptSql = 'select fingerprint, status, etag, body from idempotency where actor_id = $1 and key = $2';

interface Made {
  status: number | null;
  version: number | null;
  brandName: string | null;
  brandStatus: number | null;
}
interface Kept {
  fingerprint: Buffer;
  status: number;
  etag: string;
  body: string;
}

/**
 * The limit of writes: one create as a good engineer writes it by hand over `pg`, with the same rows as the product's and
 * the fewest round trips. Two statements do everything; the first is on the wire together with the begin, the
 * second together with the commit.
 */
serveParent(async ({ database }) => {
  const pool = new pg.Pool({ ...database, max: 8, pipeline: true });
  const scope = scopeParams(everything, sealsOf(database));
  const fingerprintKey = createSecretKey(randomBytes(32));
  /** How often the table was written to: what is cached of it hangs on this. */
  let version = 0;
  // Requests are named, and answers protected, as the product's are.
  const app = fastify({ genReqId: () => randomUUID() });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id).header('cache-control', 'no-store');
    done();
  });

  app.post('/bench-vehicle', async (request, reply) => {
    const { data: row, error } = input.safeParse(request.body);
    const key = onceKey.safeParse(request.headers['idempotency-key']);
    if (error || !key.success) return reply.code(400).send({ message: 'Bad input' });
    const fingerprint = createHmac('sha256', fingerprintKey)
      .update(`POST /bench-vehicle\n${JSON.stringify(row)}`)
      .digest();
    const at = new Date().toISOString();
    const id = uuidv7();
    const client = await pool.connect();
    let broken = false;
    try {
      const values = [row.name, row.fuel, row.chassis, row.colour, row.seats, row.madeOn, row.price, row.remark];
      const [, , found] = await Promise.all([
        client.query('begin'),
        client.query({ ...scopeStatement, values: scope }),
        client.query<Made>({
          name: 'create',
          text: createSql,
          values: [actor.id, at, id, row.brandId, ...values],
        }),
      ]);
      const made = found.rows[0] as Made;
      if (made.version === null) {
        await client.query('rollback');
        return reply.code(400).send({ message: 'Brand: this record no longer exists' });
      }
      const shown = { ...row, colour: row.colour ?? null, remark: row.remark ?? null };
      const etag = `"v${made.version}"`;
      const body = JSON.stringify({
        message: 'Vehicle created successfully.',
        data: {
          id,
          title: row.name,
          ...shown,
          brand: { id: row.brandId, label: made.brandName, status: made.brandStatus },
          status: made.status,
          version: made.version,
          createdAt: at,
          createdBy: actor.id,
          updatedAt: at,
          updatedBy: actor.id,
          deletedAt: null,
        },
      });
      const recorded = [
        uuidv7(),
        at,
        actor.id,
        actor.name,
        id,
        row.name,
        JSON.stringify(shown),
        request.ip,
        request.id,
      ];
      const [, end] = await Promise.all([
        client.query({ name: 'record', text: recordSql, values: [...recorded, key.data, body, etag, fingerprint] }),
        client.query('commit'),
      ]);
      if (end.command !== 'COMMIT') throw new Error('Rolled back');
      version += 1;
      return reply.code(201).header('etag', etag).type('application/json; charset=utf-8').send(body);
    } catch (error) {
      await client.query('rollback').catch(() => (broken = true));
      if (broken) throw error;
      // Where the key was used, that is why.
      const [, , { rows }] = await Promise.all([
        client.query('begin'),
        client.query({ ...scopeStatement, values: scope }),
        client.query<Kept>({ name: 'kept', text: keptSql, values: [actor.id, key.data] }),
        client.query('rollback'),
      ]);
      const [kept] = rows;
      if (!kept) throw error;
      if (!kept.fingerprint.equals(fingerprint)) return reply.code(422).send({ message: 'Key reused' });
      return reply.code(kept.status).header('etag', kept.etag).type('application/json; charset=utf-8').send(kept.body);
    } finally {
      client.release(broken);
    }
  });
  /** The write of the second, see `writeEverySecond`. */
  app.put<{ Params: { id: string } }>('/bench-vehicle/status/:id', ({ params }) =>
    pool
      .query('update bench_vehicle set status = 1 - status, version = version + 1 where id = $1', [params.id])
      .then(() => ({ message: 'Status updated', version: (version += 1) })),
  );

  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async close() {
      await app.close();
      await pool.end();
    },
  };
});
