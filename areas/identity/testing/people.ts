import { Secret, TOTP } from 'otpauth';
import { uuidv7 } from 'uuidv7';
import type { TestProduct } from '#apps/server/testing.ts';
import { everything, transact } from '#kit/server/db/database.ts';

/** A sentence that the password rules take. */
export const goodPassword = 'blue tractors sing at noon';
export const otherPassword = 'seven quiet lamps over there';

export const sql = <Row = Record<string, unknown>>(
  product: TestProduct,
  text: string,
  params: (string | number | boolean | null)[] = [],
): Promise<Row[]> => transact(product.product.db, everything, (db) => db.query<Row>(text, params));

/** The modules that rights to people hang on, with the rights of a role on them. */
export async function grantPeople(product: TestProduct, role: string, modules: readonly string[]): Promise<void> {
  for (const key of ['user', 'app-user'])
    await sql(
      product,
      `insert into module (id, key, name, icon, sort_order, actions) values ($1, $2, $2, 'users', 900, '{view,create,edit,delete,status}')
       on conflict (key) do nothing`,
      [uuidv7(), key],
    );
  for (const key of modules)
    await sql(
      product,
      `insert into permission (role_id, module_id, actions) select r.id, m.id, '{view,edit}' from role r, module m
       where r.name = $1 and m.key = $2 on conflict (role_id, module_id) do update set actions = excluded.actions`,
      [role, key],
    );
  product.product.sessions.forgetAll();
}

export const idOf = async (product: TestProduct, email: string): Promise<string> =>
  (await sql<{ id: string }>(product, 'select id from account where email = $1', [email]))[0]?.id ?? '';

/** The code that an authenticator app shows for a secret; `steps` of 30 seconds later. */
export const codeOf = (product: TestProduct, secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: product.clock.now().getTime() + steps * 30_000,
  });

/** Switches the code at sign-in on. Gives the secret and the recovery codes. */
export async function switchOn(
  product: TestProduct,
  token: string,
  password: string,
): Promise<{ secret: string; codes: string[] }> {
  const begun = await product.call('POST', '/session/two-step/start', { token, body: { password } });
  if (begun.status !== 200) throw new Error(begun.text);
  const { secret } = begun.json.data as { secret: string };
  const body = { code: codeOf(product, secret) };
  const done = await product.call('POST', '/session/two-step/confirm', { token, body });
  if (done.status !== 200) throw new Error(done.text);
  return { secret, codes: done.json.data.codes as string[] };
}

/** The cookies an answer sets, as the next request sends them. */
export const cookiesOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0])
    .join('; ');

/** The token behind the # of the newest mail's link. */
export const mailedToken = (product: TestProduct): string =>
  product.mails
    .findLast((mail) => mail.secretLink !== undefined)
    ?.secretLink?.split('#')
    .at(-1) ?? '';
