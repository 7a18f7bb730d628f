import { expect } from 'vitest';
import type { CallAnswer, TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';
import { onePagePdf } from '#areas/documents/testing/pdf.ts';

/** Policies through the door: of a client and of the insurance desk. */
export async function policiesOf(product: TestProduct) {
  const documents = await documentsOf(product);
  let desk = await product.login('operations@roadkeeper.test');
  let serial = 0;
  const insurerId = async (name = 'National') =>
    (
      await documents.sql<{ id: string }>('select id from insurer where name ilike $1 order by name limit 1', [
        `%${name}%`,
      ])
    )[0]?.id as string;
  const insurer = await insurerId();
  const send = async (
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, unknown>,
    {
      token = desk,
      pdf = true,
      headers = {},
    }: { token?: string; pdf?: boolean; headers?: Record<string, string> } = {},
  ): Promise<CallAnswer> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (Array.isArray(value)) for (const one of value) form.append(name, one as string);
      else if (value !== undefined && value !== null) form.append(name, String(value));
    if (pdf) form.append('document', new File([onePagePdf as never], 'policy.pdf'));
    const sent = new Response(form);
    return product.call(method, path, {
      token,
      payload: Buffer.from(await sent.arrayBuffer()),
      headers: { 'content-type': String(sent.headers.get('content-type')), ...headers },
    });
  };
  return {
    ...documents,
    insurer,
    insurerId,
    desk: () => desk,
    async signIn() {
      await documents.signIn();
      desk = await product.login('operations@roadkeeper.test');
    },
    /** A comprehensive policy of a year, unless told otherwise. */
    fields(vehicleId: string, from: string, to: string, more: Record<string, unknown> = {}) {
      serial += 1;
      return {
        policyNo: `POL/2026/${String(serial).padStart(5, '0')}`,
        insurerId: insurer,
        vehicleId,
        coverType: 'PACKAGE',
        issued: true,
        odFrom: from,
        odTo: to,
        tpFrom: from,
        tpTo: to,
        idvPaise: 50_000_000,
        ncbPercent: 0,
        odPremiumPaise: 1_000_000,
        tpPremiumPaise: 341_600,
        ...more,
      };
    },
    add: (
      fields: Record<string, unknown>,
      options?: { token?: string; pdf?: boolean; headers?: Record<string, string> },
    ) => send('POST', '/client/app-user-policy', fields, options),
    change: (id: string, fields: Record<string, unknown>, options?: { token?: string; pdf?: boolean }) =>
      send('PUT', `/client/app-user-policy/${id}`, fields, { pdf: false, ...options }),
    async made(fields: Record<string, unknown>, options?: { token?: string; pdf?: boolean }) {
      const answer = await send('POST', '/client/app-user-policy', fields, options);
      expect(answer.status, answer.text).toBe(201);
      return answer.json.data;
    },
    policy: async (id: string) => (await documents.get(`/app-user-policy/${id}`, desk)).json.data,
    call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, token = desk) =>
      product.call(method, path, { token, ...(body === undefined ? {} : { body }) }),
  };
}
