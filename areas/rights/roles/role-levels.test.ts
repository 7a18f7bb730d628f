import { afterAll, describe, expect, test } from 'vitest';
import { type RoleRow, startRoles } from '../testing/role-calls.ts';

const { admin, bodyOf, get, lead, make, post, product, put, roleOf, roles, signIn } = await startRoles();
const unknown = '01a1fc17-27e9-7627-921e-d6ed735c9999';
afterAll(() => product.close());

describe('levels', () => {
  const below = async (token = admin, level = 0) => (await roles(token)).filter((one) => one.level > level);

  test('the order becomes the levels, told in the history of each that moved, and is taken back the same way', async () => {
    const was = (await below()).map((one) => one.id);
    const roleIds = [was[1], was[0], ...was.slice(2)] as string[];
    const entriesOf = async (id?: string) => (await get(`/role/${id}/history`)).json.count;
    const untouched = await entriesOf(was[3]);
    const answer = await post('/role/update-level', { roleIds, was });
    expect([answer.status, answer.json.message]).toEqual([200, 'Role Level updated successfully.']);
    expect(answer.json.data.map((one: RoleRow) => [one.id, one.level])).toEqual(roleIds.map((id, at) => [id, at + 1]));
    expect((await below()).map((one) => one.id)).toEqual(roleIds);
    const [told] = (await get(`/role/${was[0]}/history`)).json.data;
    expect(told).toMatchObject({ action: 'update', before: { level: 1 }, after: { level: 2 } });
    expect(await entriesOf(was[3])).toBe(untouched);
    expect((await post('/role/update-level', { roleIds: was, was: roleIds })).status).toBe(200);
    expect((await below()).map((one) => one.id)).toEqual(was);
  });

  test('a list that is partial, double, unknown, too high or mixes clients among staff is refused', async () => {
    const ids = (await below()).map((one) => one.id);
    const top = (await roleOf('Super admin')).id;
    const clientRole = (await below()).find((one) => one.audience === 'client')?.id as string;
    const refused = [
      [ids.slice(1), 409],
      [[...ids, ids[0]], 400],
      [[...ids.slice(1), unknown], 400],
      [[...ids, unknown], 400],
      [[top, ...ids], 403],
      [[clientRole, ...ids.filter((id) => id !== clientRole)], 400],
      [[], 400],
      ['all', 400],
      [[1, 2], 400],
    ] as const;
    for (const [roleIds, status] of refused)
      expect([roleIds.length, (await post('/role/update-level', { roleIds })).status]).toEqual([
        roleIds.length,
        status,
      ]);
    expect((await post('/role/update-level', { roleIds: ids, was: ids.toReversed() })).status).toBe(409);
    expect((await post('/role/update-level', { roleIds: ids, level: 0 })).status).toBe(400);
    expect((await below()).map((one) => one.id)).toEqual(ids);
  });

  test('of two orders that are given at once one holds whole, and the other is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const was = (await below()).map((one) => one.id);
      const staff = (await below()).filter((one) => one.audience === 'staff').map((one) => one.id);
      const rest = was.slice(staff.length);
      const first = [...staff.slice(1), staff[0] as string, ...rest];
      const second = [staff.at(-1) as string, ...staff.slice(0, -1), ...rest];
      const answers = await Promise.all([
        post('/role/update-level', { roleIds: first, was }),
        post('/role/update-level', { roleIds: second, was }),
      ]);
      expect(answers.map((one) => one.status).sort(), `round ${round}`).toEqual([200, 409]);
      const now = (await below()).map((one) => one.id);
      expect(now).toEqual(answers[0]?.status === 200 ? first : second);
    }
  });

  test('somebody in the middle orders what lies below them only', async () => {
    const own = await roleOf('Lead');
    const all = await roles();
    const lower = all.filter((one) => one.level > own.level).map((one) => one.id);
    const above = all.filter((one) => one.level <= own.level).map((one) => [one.id, one.level]);
    const roleIds = [lower[1], lower[0], ...lower.slice(2)];
    const answer = await post('/role/update-level', { roleIds }, lead);
    expect(answer.status, answer.text).toBe(200);
    expect((await roles()).slice(0, above.length).map((one) => [one.id, one.level])).toEqual(above);
  });

  test('a level acts on the next request: who was put below cannot touch who was put above', async () => {
    await make({ role: ['view', 'edit'], rto: ['view'] }, { name: 'Upper' });
    const lower = await make({ rto: ['view'] }, { name: 'Lower' });
    const upper = await signIn('Upper');
    const body = await bodyOf({ rto: ['view'] }, { name: 'Lower' });
    expect((await put(`/role/${lower.id}`, body, upper)).status).toBe(200);
    const ids = (await below()).map((one) => one.id);
    const roleIds = [lower.id, ...ids.filter((id) => id !== lower.id)];
    expect((await post('/role/update-level', { roleIds })).status).toBe(200);
    expect((await put(`/role/${lower.id}`, { ...body, description: 'x' }, upper)).status).toBe(403);
  });
});
