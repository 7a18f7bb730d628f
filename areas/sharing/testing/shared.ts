import type { TestProduct } from '#apps/server/testing.ts';
import { type Carriers, carriersOf } from '#areas/gateway/testing/carriers.ts';

/** What tests of shares do, through the door: Sahyadri Logistics gives, Deccan Cold Chain takes, Lakshmi Iyer looks on. */
export async function sharesOf(product: TestProduct) {
  const fleet: Carriers = await carriersOf(product);
  const tokens = { owner: '', receiver: '', third: '' };
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) =>
    product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const tools = {
    fleet,
    tokens,
    call,
    get: (path: string, token = tokens.receiver) => call('GET', path, token),
    /** The session of each would be over after a quarter of an hour. */
    async signIn(): Promise<void> {
      tokens.owner = await product.login('client@roadkeeper.test');
      tokens.receiver = await product.login('deccan@roadkeeper.test');
      tokens.third = await product.login('iyer@roadkeeper.test');
    },
    async wait(minutes: number): Promise<void> {
      await fleet.move(minutes * 60_000);
      await this.signIn();
    },
    offer: (vehicleId: string, more: Record<string, unknown> = {}, token = tokens.owner) =>
      call('POST', '/client/vehicle-invitation', token, {
        type: 1,
        name: 'Somebody at Deccan',
        ...('email' in more ? {} : { mobile: '7000000031' }),
        vehicleId,
        ...more,
      }),
    answer: (id: string, decision: 'ACCEPT' | 'DECLINE', token = tokens.receiver) =>
      call('POST', `/share-invitation/answer/${id}`, token, { decision }),
    /** Shares a vehicle, and gives the ids of the share and the invitation. */
    async share(vehicleId: string, more: Record<string, unknown> = {}): Promise<{ share: string; invitation: string }> {
      const offered = await tools.offer(vehicleId, more);
      if (offered.status !== 201) throw new Error(offered.text);
      const invitation = offered.json.data.id as string;
      const accepted = await tools.answer(invitation, 'ACCEPT');
      if (accepted.status !== 200) throw new Error(accepted.text);
      const given = await call('GET', `/vehicle-share?vehicleId=${vehicleId}&open=true`, tokens.owner);
      return { share: given.json.data[0].id as string, invitation };
    },
  };
  await tools.signIn();
  return tools;
}
export type Shares = Awaited<ReturnType<typeof sharesOf>>;
