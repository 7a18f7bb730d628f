import { expect } from 'vitest';
import { type CallAnswer, startTestProduct } from '#apps/server/testing.ts';
import { Client } from '#areas/gateway/testing/client.ts';
import { addDevices, bindDevice } from '#areas/gateway/testing/devices.ts';
import { everything, transact } from '#kit/server/db/database.ts';
import { gt06Heartbeat, gt06Login, gt06Position, gt06Sos } from '#telematics/simulator/gt06-frames.ts';

const people = {
  desk: 'operations@roadkeeper.test',
  safety: 'safety@roadkeeper.test',
  owner: 'client@roadkeeper.test',
  stranger: 'deccan@roadkeeper.test',
} as const;
export type Who = keyof typeof people;

/** Khed, on the road from Pune to Nashik. */
const khed = { lat: 18.87, lon: 73.89 };

/** A product that listens to devices, with a tracker in a vehicle of the owner's. */
export async function startIncidents() {
  const product = await startTestProduct({ fleet: true, tracking: true, at: '2026-11-23T06:00:00Z' });
  const tokens = {} as Record<Who, string>;
  for (const who of Object.keys(people) as Who[]) tokens[who] = await product.login(people[who]);
  const call = async (who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => {
    const send = () => product.call(method, path, { token: tokens[who], ...(body === undefined ? {} : { body }) });
    const answer = await send();
    if (answer.status !== 401) return answer;
    // The clock was moved past the end of the token.
    tokens[who] = await product.login(people[who]);
    return send();
  };
  const must = async (answer: Promise<CallAnswer>) => {
    const { status, text, json } = await answer;
    expect(status, text).toBeLessThan(300);
    return json.data;
  };
  let serial = 1;
  return {
    product,
    call,
    must,
    token: (who: Who) => tokens[who],
    get: (who: Who, path: string) => must(call(who, 'GET', path)),
    /** A tracker that is on, in a vehicle that had none; where it is asked for, in one that somebody drives. */
    async tracker({ isDriven = false } = {}) {
      serial += 1;
      const imei = `49015420${String(3_237_000 + serial)}`;
      const [vehicle] = await transact(product.product.db, everything, (db) =>
        db.query<{ id: string; orgId: string; registrationNo: string; driverId: string | null }>(
          `select v.id, v.org_id as "orgId", v.registration_no as "registrationNo", v.driver_id as "driverId" from vehicle v join organisation o on o.id = v.org_id
           where o.name = 'Sahyadri Logistics' and v.deleted_at is null and v.status = 1
             and not exists (select from device_binding b where b.vehicle_id = v.id) and (v.driver_id is not null or not $1)
           order by v.registration_no limit 1`,
          [isDriven],
        ),
      );
      if (!vehicle) throw new Error('The demo has no vehicle');
      const [device] = await addDevices(product, [{ identifier: imei, orgId: vehicle.orgId, intervalS: 10 }]);
      await bindDevice(product, { deviceId: device?.id ?? '', vehicleId: vehicle.id, from: '2020-01-01T00:00:00Z' });
      await product.product.tracking?.catchUp();
      const client = await Client.to(product.product.tracking?.ports['gt06']);
      client.send(gt06Login(imei));
      await client.got(10);
      let sent = 1;
      const placeAt = (ageMs: number, at = khed) => ({
        time: Math.floor((product.clock.now().getTime() - ageMs) / 1_000) * 1_000,
        ...at,
        speedKmh: 0,
        course: 0,
        ignition: true,
      });
      const send = async (frame: Buffer) => {
        const before = client.received.length;
        client.send(frame);
        await client.got(before + 10);
        await product.product.tracking?.catchUp();
      };
      return {
        vehicle,
        imei,
        client,
        /** Drives on by a report. */
        report: (ageMs = 0) => send(gt06Position(placeAt(ageMs), (sent += 1))),
        /** Presses the button, so long ago. */
        press: (ageMs = 0, at = khed) => send(gt06Sos(placeAt(ageMs, at), (sent += 1))),
        /** Its heartbeat, which has no place, says this: 1 shock, 2 power cut, 3 low battery, 4 SOS. */
        beat: (alarm: 1 | 2 | 3 | 4) => send(gt06Heartbeat(alarm, (sent += 1))),
      };
    },
    close: () => product.close(),
  };
}
