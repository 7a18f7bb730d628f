import { startTestProduct } from '#apps/server/testing.ts';
import { everything, type Queryable, transact } from '#kit/server/db/database.ts';

const people = {
  admin: 'admin@roadkeeper.test',
  support: 'support@roadkeeper.test',
  operations: 'operations@roadkeeper.test',
  finance: 'finance@roadkeeper.test',
  client: 'client@roadkeeper.test',
} as const;
export type Who = keyof typeof people;

/** A product with the demo's people signed in, for tests of how the desk works. */
export async function startDesk() {
  const product = await startTestProduct();
  const signIn = Object.entries(people).map(async ([who, email]) => [who, await product.login(email)] as const);
  const tokens = Object.fromEntries(await Promise.all(signIn)) as Record<Who, string>;
  const call = (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    product.call(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }) });
  const rowsOf = async (path: string) => (await call('admin', 'GET', `/${path}?take=100`)).json.data;
  return {
    product,
    call,
    rowsOf,
    /** The record of a catalogue with this name. */
    async named(path: string, name: string) {
      const found = (await rowsOf(path)).find((row: { name: string }) => row.name === name);
      if (!found) throw new Error(`No ${path} is called ${name}`);
      return found;
    },
    as: <T>(work: (db: Queryable) => Promise<T>) => transact(product.product.db, everything, work),
    close: () => product.close(),
  };
}
