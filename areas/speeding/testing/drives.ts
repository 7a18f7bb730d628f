import type { startSpeeding } from './speeding.ts';

const steady = (kmh: number, times: number): number[] => Array.from({ length: times }, () => kmh);

/** Drives that are judged, and what became of them. @param of gives what the test has started, once it has */
export function drivesOf(of: () => Awaited<ReturnType<typeof startSpeeding>>) {
  let lane = 0;

  /** Everything that waits for its turn is done, by a follower that reads the roads of now. */
  async function settled() {
    of().product.clock.move(36_000);
    await of().restart();
    await of().catchUp();
  }

  /** A road of its own with one drive on it at a speed, matched and judged. */
  async function driven(kmh: number, code = 'MUNICIPAL') {
    const speeding = of();
    const northM = (lane += 3_000);
    const road = await speeding.road(`Lane ${northM}`, code, [
      [0, northM],
      [20_000, northM],
    ]);
    await settled();
    const vehicle = await speeding.vehicle('M1');
    await speeding.follow(
      speeding.drive(vehicle.slot, { speeds: [...steady(50, 12), ...steady(kmh, 24), ...steady(50, 12)], northM }),
    );
    return { road, vehicle, northM };
  }

  return {
    settled,
    driven,
    violationsOf: async (vehicleId: string) => (await of().violations(`&vehicleId=${vehicleId}`)).data,
    one: async (id: string | undefined) => (await of().call('GET', `/violation/${id}`)).json.data,
    recalculations: async () =>
      (await of().call('GET', '/violation/recalculation?take=100')).json as {
        data: Record<string, unknown>[];
        count: number;
      },
  };
}
