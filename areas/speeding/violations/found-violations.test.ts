import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSpeeding } from '../testing/speeding.ts';

let speeding: Awaited<ReturnType<typeof startSpeeding>>;
beforeAll(async () => {
  speeding = await startSpeeding();
  await speeding.road('Mumbai-Pune', 'DIVIDED_4L', [
    [0, 0],
    [20_000, 0],
  ]);
});
afterAll(() => speeding?.close());

test('a plate finds the violations of the vehicle, for its organisation and staff alone', async () => {
  const { vehicleId, slot } = await speeding.vehicle('M1');
  const steady = (kmh: number, times: number) => Array.from({ length: times }, () => kmh);
  await speeding.follow(speeding.drive(slot, { speeds: [...steady(60, 12), ...steady(125, 24), ...steady(60, 12)] }));
  const [violation] = (await speeding.violations(`&vehicleId=${vehicleId}`)).data;
  const plate = (await speeding.call('GET', `/vehicle/${vehicleId}`)).json.data.registrationNo as string;
  const found = async (email: string) => {
    const token = await speeding.product.login(email);
    const { status, text, json } = await speeding.product.call('GET', `/search?q=${plate}`, { token });
    expect(status, text).toBe(200);
    return (json.data as { module: string; to: string; title: string }[]).filter(
      ({ module }) => module === 'violation',
    );
  };
  const own = [expect.objectContaining({ to: `/violation/${violation?.id}`, title: expect.stringContaining(plate) })];
  expect(await found('safety@roadkeeper.test')).toEqual(own);
  expect(await found('client@roadkeeper.test')).toEqual(own);
  expect(await found('deccan@roadkeeper.test')).toEqual([]);
  // Who reviews papers sees vehicles, and no violations.
  expect(await found('kyc@roadkeeper.test')).toEqual([]);
});
