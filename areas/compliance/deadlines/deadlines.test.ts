import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { documentsOf } from '#areas/documents/testing/documents.ts';

let product: TestProduct;
let papers: Awaited<ReturnType<typeof documentsOf>>;
beforeAll(async () => {
  product = await startTestProduct({ at: '2026-11-21T06:00:00Z' });
  papers = await documentsOf(product);
});
afterAll(() => product?.close());

const dueOf = async (query: string, token?: string) => {
  const { json } = await papers.get(`/obligation?${query}`, token);
  return [json.count, json.data.map(({ kind, due }: { kind: string; due: string }) => `${kind} ${due}`)];
};

test('deadlines of one record are all that it has, the soonest first, however far away', async () => {
  const { id: vehicleId } = await papers.vehicle();
  await papers.verified('TAX', { vehicleId, validUpto: '2031-03-31' });
  await papers.verified('PUC', { vehicleId, validUpto: '2026-11-30' });
  const { id: other } = await papers.vehicle();
  await papers.verified('PUC', { vehicleId: other, validUpto: '2026-12-01' });
  expect(await dueOf(`subjectId=${vehicleId}`)).toEqual([2, ['PAPER 2026-11-30', 'PAPER 2031-03-31']]);
  expect(await dueOf(`subjectId=${vehicleId.toUpperCase()}&take=1`)).toEqual([2, ['PAPER 2026-11-30']]);
  expect(await dueOf(`subjectId=${vehicleId}&to=2026-12-31`)).toEqual([1, ['PAPER 2026-11-30']]);
  const { id: driverId } = await papers.driver({ dlValidNt: '2033-06-30' });
  expect(await dueOf(`subjectId=${driverId}`)).toEqual([1, ['LICENCE 2033-06-30']]);
  await papers.sql(`update driver set medical_upto = '2026-12-31' where id = $1`, [driverId]);
  expect(await dueOf(`subjectId=${driverId}`)).toEqual([2, ['MEDICAL 2026-12-31', 'LICENCE 2033-06-30']]);
});

test('deadlines of what is no record, or another organisation’s, are none', async () => {
  const { id: vehicleId } = await papers.vehicle();
  await papers.verified('PUC', { vehicleId, validUpto: '2026-11-30' });
  expect(await dueOf('subjectId=vehicle')).toEqual([0, []]);
  expect(await dueOf(`subjectId=${crypto.randomUUID()}`)).toEqual([0, []]);
  const stranger = await product.login('deccan@roadkeeper.test');
  expect(await dueOf(`subjectId=${vehicleId}`, stranger)).toEqual([0, []]);
  expect((await dueOf(`subjectId=${vehicleId}`))[0]).toBe(1);
});

test('what is out of use has no next deadline, stands last in the order of it, and has no deadlines in lists and calendar', async () => {
  const first = await papers.vehicle();
  const second = await papers.vehicle();
  await papers.verified('PUC', { vehicleId: first.id, validUpto: '2026-11-25' });
  await papers.verified('PUC', { vehicleId: second.id, validUpto: '2026-11-28' });
  const nextOf = async (path: string, id: string) => (await papers.get(`/${path}/${id}`)).json.data.nextDeadline;
  const ordered = async () => {
    const { json } = await papers.get('/vehicle?sort=nextDeadline&take=100');
    return json.data.map(({ id }: { id: string }) => id).filter((id: string) => id === first.id || id === second.id);
  };
  const duties = async () =>
    (await papers.get('/calendar?from=2026-11-01&to=2026-11-30')).json.data.filter(
      ({ subject }: { subject: string }) => subject === first.plate,
    ).length;
  expect([await nextOf('vehicle', first.id), await ordered()]).toEqual(['2026-11-25', [first.id, second.id]]);
  expect(await duties()).toBe(1);
  const become = async (situation: string) =>
    expect(
      (await papers.post(`/vehicle/situation/${first.id}`, { situation, note: 'To a dealer' }, papers.as.owner)).status,
    ).toBe(200);
  for (const situation of ['RETIRED', 'SOLD']) {
    await become(situation);
    expect([await nextOf('vehicle', first.id), await ordered()]).toEqual([null, [second.id, first.id]]);
    expect([await dueOf(`subjectId=${first.id}`), await duties()]).toEqual([[0, []], 0]);
    await become('IN_USE');
    expect([await nextOf('vehicle', first.id), await ordered()]).toEqual(['2026-11-25', [first.id, second.id]]);
  }
  for (const [status, next] of [
    [0, null],
    [1, '2026-11-25'],
  ] as const) {
    await papers.sql('update vehicle set status = $2 where id = $1', [first.id, status]);
    expect([await nextOf('vehicle', first.id), await duties()]).toEqual([next, status]);
  }
  const { id: driverId } = await papers.driver({ dlValidNt: '2033-06-30' });
  expect(await nextOf('drivers', driverId)).toBe('2033-06-30');
  await papers.sql(`update driver set situation = 'EXITED' where id = $1`, [driverId]);
  expect([await nextOf('drivers', driverId), await dueOf(`subjectId=${driverId}`)]).toEqual([null, [0, []]]);
});
