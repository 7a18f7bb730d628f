import type { TestProduct } from '#apps/server/testing.ts';

export const owner = 'client@roadkeeper.test';
export const stranger = 'deccan@roadkeeper.test';
export const admin = 'admin@roadkeeper.test';

export interface Made {
  id: string;
  key: string;
}

/** Calls as people and as keys. Tokens are of the moment: sign in again after the clock has moved. */
export const withKeys = (product: TestProduct) => ({
  async make(body: Record<string, unknown> = {}, email = owner): Promise<Made> {
    const given = { name: 'Nightly sync', kind: 'PERSONAL', scopes: { vehicle: ['view'] }, days: 90, ...body };
    const answer = await product.call('POST', '/api-key', { token: await product.login(email), body: given });
    if (answer.status !== 201) throw new Error(answer.text);
    return { id: answer.json.data.id, key: answer.json.data.key };
  },
  as: async (email: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    product.call(method, path, { token: await product.login(email), ...(body === undefined ? {} : { body }) }),
});
