import { bindDevice, someVehicles } from '#areas/gateway/testing/devices.ts';
import { startGateway, type TestGateway } from '#areas/gateway/testing/gateway.ts';
import { addTrip, northwards } from '#areas/trips/testing/trips.ts';
import { openSocket, type Said, type TestSocket } from '#kit/server/live/testing/sockets.ts';
import { gt06Login, gt06Position } from '#telematics/simulator/gt06-frames.ts';
import { linkTopic } from '../link-answers.contract.ts';

/** Who makes links in tests, and who has nothing to do with them. */
export const owner = 'client@roadkeeper.test';
export const stranger = 'deccan@roadkeeper.test';

/** A product that listens to devices, with vehicles that are shared. */
export async function startLinked(count: number, more: Parameters<typeof startGateway>[1] = {}) {
  const gateway = await startGateway({}, more);
  const { orgId, vehicles } = await someVehicles(gateway.product, count);
  return linkedOf(gateway, orgId, vehicles);
}
export type Linked = Awaited<ReturnType<typeof startLinked>>;

function linkedOf(gateway: TestGateway, orgId: string, vehicles: readonly string[]) {
  const { product } = gateway;
  let taken = 0;
  const nextVehicle = () => vehicles[taken++] as string;
  const tokens = new Map<string, string>();
  const signedIn = async (email: string) => {
    const token = tokens.get(email) ?? (await product.login(email));
    tokens.set(email, token);
    return token;
  };
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, email = owner) =>
    product.call(method, path, { token: await signedIn(email), ...(body === undefined ? {} : { body }) });
  const bind = async (vehicleId: string) => {
    const device = await gateway.device();
    const bindingId = await bindDevice(product, { deviceId: device.id, vehicleId, from: '2026-01-01T00:00:00Z' });
    await gateway.tracking.registry.refresh();
    // The tracks follow the list of devices with their next round.
    await gateway.tracking.tracker.catchUp();
    return { ...device, bindingId };
  };
  return {
    gateway,
    product,
    orgId,
    nextVehicle,
    call,
    /** Moves the clock; sessions end after a quarter of an hour of it. */
    wait(minutes: number): void {
      product.clock.move(minutes * 60_000);
      tokens.clear();
    },
    /** Makes a link. Gives its id and its token. */
    async link(body: Record<string, unknown>, email = owner): Promise<{ id: string; token: string }> {
      const answer = await call('POST', '/share-link', { minutes: 120, ...body }, email);
      if (answer.status !== 201) throw new Error(answer.text);
      return { id: answer.json.data.id, token: (answer.json.data.link as string).split('/s/')[1] ?? '' };
    },
    open: (token: string, pin?: string, from?: { from?: string; headers?: Record<string, string> }) =>
      product.call('POST', '/share-link/open', { body: { token, ...(pin === undefined ? {} : { pin }) }, ...from }),
    /** A vehicle with a device that is connected, and what lets it say where it is. */
    async driving(vehicleId = nextVehicle()) {
      const { imei } = await bind(vehicleId);
      const device = await gateway.client('gt06');
      device.send(gt06Login(imei, 1));
      let serial = 1;
      return {
        vehicleId,
        close: () => device.socket.destroy(),
        /** @param ago seconds before now. Gives when that is. */
        say(lat: number, ago = 0, speedKmh = 40): string {
          serial += 1;
          const time = product.clock.now().getTime() - ago * 1_000;
          device.send(gt06Position({ time, lat, lon: 73.85, speedKmh, course: 90 }, serial));
          return new Date(time).toISOString();
        },
      };
    },
    /** A trip of the past of a vehicle of its own, northwards from 23.0 for so many fixes of ten seconds. */
    async trip(state: 'CLOSED' | 'LIVE' = 'CLOSED', fixes = 60): Promise<{ tripId: string; vehicleId: string }> {
      const vehicleId = nextVehicle();
      const { bindingId } = await bind(vehicleId);
      const startAt = '2026-11-20T06:00:00.000Z';
      const tripId = await addTrip(product, { bindingId, startAt, state, track: northwards(startAt, fixes) });
      return { tripId, vehicleId };
    },
    close: () => gateway.close(),
  };
}

/** A socket that follows what a link shows. @param ticket of the answer to the opening of the link */
export async function viewerOf(url: string, ticket: string): Promise<TestSocket> {
  const client = await openSocket(url);
  client.send({ type: 'ticket', ticket });
  await client.next(({ type }) => type === 'ready');
  return client;
}

/** Latitudes that a viewer was told, in their order. */
export const told = ({ said }: Pick<TestSocket, 'said'>): number[] =>
  said.filter((one: Said) => one.type === 'data' && one.topic === linkTopic).map((one: Said) => one.data.lat as number);
