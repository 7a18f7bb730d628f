import sharp from 'sharp';
import { expect } from 'vitest';
import type { CallAnswer, TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

/** Vehicles, drivers and their papers through the door, as people of the demo accounts make them. */
export async function documentsOf(product: TestProduct) {
  const as = { owner: '', viewer: '', kyc: '', operations: '' };
  /** Anew after the clock was moved: sessions are short. */
  const signIn = async () => {
    as.owner = await product.login('client@roadkeeper.test');
    as.viewer = await product.login('dispatch@roadkeeper.test');
    as.kyc = await product.login('kyc@roadkeeper.test');
    as.operations = await product.login('operations@roadkeeper.test');
  };
  await signIn();
  const sql = <Row = Record<string, unknown>>(text: string, params: unknown[] = []) =>
    transact(product.product.db, everything, (db) => db.query<Row>(text, params as never));
  const idOf = async (text: string, ...params: unknown[]) => (await sql<{ id: string }>(text, params))[0]?.id as string;
  const typeOf = (code: string) => idOf('select id from kyc_doc where code = $1', code);
  const orgId = await idOf(`select org_id as id from account where email = 'client@roadkeeper.test'`);
  const page = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#eee' } })
    .png()
    .toBuffer();
  let serial = 1000;
  const get = (path: string, token = as.owner) => product.call('GET', path, { token });
  const post = (path: string, body?: unknown, token = as.kyc) =>
    product.call('POST', path, { token, ...(body === undefined ? {} : { body }) });

  return {
    as,
    signIn,
    orgId,
    sql,
    get,
    post,
    typeOf,
    async vehicle(more: Record<string, unknown> = {}, token = as.owner): Promise<{ id: string; plate: string }> {
      serial += 1;
      const modelId = await idOf('select id from vehicle_model order by name, id limit 1');
      const categoryId = await idOf(
        `select id from vehicle_category where is_transport = $1 order by name limit 1`,
        more['isTransport'] ?? false,
      );
      const plate = `MH12QZ${serial}`;
      const { isTransport: _, ...given } = more;
      const made = await product.call('POST', '/vehicle', {
        token,
        body: {
          registrationNo: plate,
          modelId,
          categoryId,
          chassisNo: `MA3FJEB1S0000${serial}`,
          engineNo: `K12MN${serial}`,
          ...given,
        },
      });
      expect(made.status, made.text).toBe(201);
      return { id: made.json.data.id, plate };
    },
    async driver(more: Record<string, unknown> = {}): Promise<{ id: string; dlNo: string }> {
      serial += 1;
      const dlNo = `MH1220110${String(serial).padStart(6, '0')}`;
      const made = await product.call('POST', '/drivers', {
        token: as.owner,
        body: {
          name: `Ramesh ${serial}`,
          mobile: `98220${String(serial).padStart(5, '0')}`,
          dob: '1995-01-15',
          dlNo,
          licenceClasses: ['LMV'],
          dlIssuedOn: '2020-01-01',
          dlValidNt: '2035-01-01',
          ...more,
        },
      });
      expect(made.status, made.text).toBe(201);
      return { id: made.json.data.id, dlNo };
    },
    /** Hands a paper in, with a page unless told otherwise. */
    async upload(
      code: string,
      fields: Record<string, unknown>,
      options: { token?: string; page?: Buffer | null; name?: string; headers?: Record<string, string> } = {},
    ): Promise<CallAnswer> {
      const form = new FormData();
      for (const [name, value] of Object.entries({ typeId: await typeOf(code), ...fields }))
        if (value !== undefined && value !== null) form.append(name, value as string);
      if (options.page !== null)
        form.append('front', new File([(options.page ?? page) as never], options.name ?? 'page.png'));
      const sent = new Response(form);
      return product.call('POST', '/vehicle-kyc-doc', {
        token: options.token ?? as.owner,
        payload: Buffer.from(await sent.arrayBuffer()),
        headers: { 'content-type': String(sent.headers.get('content-type')), ...options.headers },
      });
    },
    /** What a reviewer says of a document as it is now; who verifies it has looked at its pages. */
    async decide(id: string, decision: string, more: Record<string, unknown> = {}, token = as.kyc) {
      const { version, ...row } = (await get(`/vehicle-kyc-doc/${id}`, as.operations)).json.data;
      if (decision === 'VERIFY')
        for (const name of ['front', 'back', 'page3', 'page4', 'page5'])
          if (row[name]) await post(`/vehicle-kyc-doc/viewed/${id}`, { file: row[name].id }, token);
      return post(`/vehicle-kyc-doc/decide/${id}`, { version, decision, ...more }, token);
    },
    /** A paper that was handed in and verified; gives its id. */
    async verified(code: string, fields: Record<string, unknown>): Promise<string> {
      const made = await this.upload(code, fields);
      expect(made.status, made.text).toBe(201);
      const decided = await this.decide(made.json.data.id, 'VERIFY');
      expect(decided.status, decided.text).toBe(200);
      return made.json.data.id;
    },
    stateOf: async (id: string) =>
      (await sql<{ state: string }>('select review_state as state from vehicle_kyc_doc where id = $1', [id]))[0]?.state,
    shown: async (id: string) => (await get(`/vehicle/${id}`)).json.data,
  };
}
