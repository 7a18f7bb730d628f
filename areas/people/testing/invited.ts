import type { CallAnswer, TestProduct } from '#apps/server/testing.ts';

/** What tests of drivers do, through the door. */
export async function driversOf(product: TestProduct, from = 0) {
  const admin = await product.login('admin@roadkeeper.test');
  let serial = from;
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, token: string, body?: unknown) =>
    product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const open = (path: string, body: unknown, from?: string) =>
    product.call('POST', path, { body, ...(from ? { from } : {}) });
  /** What the latest mail or message of a template says in secret, as staff may be shown who did not send it. */
  const secretOf = async (template: 'driver-invitation' | 'driver-code'): Promise<string> => {
    const [latest] = (await call('GET', `/mail?template=${template}&take=1`, admin)).json.data;
    const shown = await call('POST', `/mail/reveal/${latest.id}`, admin);
    if (shown.status !== 200) throw new Error(`Not shown: ${shown.text}`);
    return shown.json.data.link as string;
  };
  const tokenIn = (link: string): string => link.slice(link.indexOf('#') + 1);
  return {
    admin,
    call,
    open,
    secretOf,
    tokenIn,
    /** A number that nobody has. */
    nextMobile: () => `98765${String((serial += 1)).padStart(5, '0')}`,
    /** Each number has an address of its own: nobody is sent many invitations. */
    invite: (token: string, more: { mobile: string; [name: string]: unknown }): Promise<CallAnswer> =>
      call('POST', '/client/vehicle-invitation', token, {
        name: 'Ravi Kumar',
        email: `ravi.${more.mobile}@driver.test`,
        ...more,
      }),
    /** Asks for the code and gives it back, as the invited would. */
    async accept(token: string, mobile: string): Promise<CallAnswer> {
      const sent = await open('/invitation/otp', { token, mobile });
      if (sent.status !== 200) return sent;
      return open('/invitation/accept', { token, otp: await secretOf('driver-code') });
    },
    /** Ends what lies before the next try. */
    wait: (minutes: number) => product.clock.move(minutes * 60_000),
  };
}
