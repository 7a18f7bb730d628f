import type { Queryable } from '#kit/server/db/database.ts';
import type { EngineData } from './engine-data.contract.ts';
import { faultCodes, lastValues, type Reported, seriesOf } from './engine-data.rules.ts';
import { type DeviceTime, reportedBefore, reportedIn } from './engine-data.store.ts';

/** Clocks of devices are a little ahead now and then. */
const aheadMs = 5 * 60_000;

/**
 * What one device, or those that a vehicle carried one after the other, reported of the vehicle in the last hours.
 * @param devices each for the time in which it counts, which may be endless.
 */
export async function engineData(
  db: Queryable,
  devices: readonly DeviceTime[],
  { now, hours }: { now: number; hours: number },
): Promise<Pick<EngineData, 'from' | 'to' | 'values' | 'codes' | 'series'>> {
  const from = now - hours * 3_600_000;
  const reported: Reported[] = [];
  const before: Reported[] = [];
  for (const device of devices) {
    const end = Math.min(device.to, now + aheadMs);
    const begin = Math.max(device.from, from);
    if (begin < end) reported.push(...(await reportedIn(db, { ...device, from: begin, to: end })));
    if (device.from < from) before.push(...(await reportedBefore(db, { ...device, to: Math.min(end, from) })));
  }
  return {
    from: new Date(from).toISOString(),
    to: new Date(now).toISOString(),
    values: lastValues([...reported, ...before]),
    codes: faultCodes(reported),
    series: seriesOf(reported, from, now + aheadMs),
  };
}
