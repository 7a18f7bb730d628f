import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import type { RolePermission } from '../permissions.contract.ts';

export interface RoleRow {
  id: string;
  name: string;
  level: number;
  audience: 'staff' | 'client';
  version: number;
  rights: string[];
}
type Headers = Record<string, string>;

/** A product with a role Lead right below the administrators: it keeps roles, users and offices, and nothing else. */
export async function startRoles() {
  const product: TestProduct = await startTestProduct();
  const admin = await product.login('admin@roadkeeper.test');
  const get = (path: string, token = admin) => product.call('GET', path, { token });
  const post = (path: string, body: unknown, token = admin, headers: Headers = {}) =>
    product.call('POST', path, { token, body, headers });
  const put = (path: string, body?: unknown, token = admin, headers: Headers = {}) =>
    product.call('PUT', path, { token, headers, ...(body === undefined ? {} : { body }) });

  const roles = async (token = admin): Promise<RoleRow[]> => (await get('/role?take=100&sort=level', token)).json.data;
  const roleOf = async (name: string): Promise<RoleRow> => (await roles()).find((one) => one.name === name) as RoleRow;
  const matrix = async (id?: string, token = admin): Promise<RolePermission[]> =>
    (await get(id ? `/role/${id}/permissions` : '/role/permissions', token)).json.data;
  const moduleId = async (key: string) => (await matrix()).find((one) => one.key === key)?.moduleId as string;
  const grant = async (grants: Record<string, string[]>) =>
    Promise.all(Object.entries(grants).map(async ([key, actions]) => ({ moduleId: await moduleId(key), actions })));
  let serial = 0;
  const bodyOf = async (grants: Record<string, string[]> = { rto: ['view'] }, more: object = {}) => {
    serial += 1;
    return { name: `Role ${serial}`, audience: 'staff', rowScope: 'ALL', permissions: await grant(grants), ...more };
  };
  async function make(grants?: Record<string, string[]>, more?: object, token = admin): Promise<RoleRow> {
    const answer = await post('/role', await bodyOf(grants, more), token);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data as RoleRow;
  }
  /** Signs in somebody new with a role. */
  async function signIn(role: string): Promise<string> {
    serial += 1;
    const email = `person${serial}@roadkeeper.test`;
    await product.addStaff(email, role);
    return product.login(email);
  }

  const keep = ['view', 'create', 'edit', 'delete', 'status'];
  const made = await make({ role: keep, user: keep, rto: ['view', 'edit'], dashboard: ['view'] }, { name: 'Lead' });
  const others = (await roles()).filter((one) => one.level > 0 && one.id !== made.id);
  const ordered = await post('/role/update-level', { roleIds: [made, ...others].map((one) => one.id) });
  if (ordered.status !== 200) throw new Error(ordered.text);
  const lead = await signIn('Lead');
  return { product, admin, lead, get, post, put, roles, roleOf, matrix, moduleId, grant, bodyOf, make, signIn };
}
