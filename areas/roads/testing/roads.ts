import { startTestProduct } from '#apps/server/testing.ts';

/** A product with an administrator at its door. Its clock stands at noon of India on 27 November 2026, a Friday. */
export async function startRoads() {
  const product = await startTestProduct({ at: '2026-11-27T06:30:00Z' });
  const token = await product.login('admin@roadkeeper.test');
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
    product.call(method, path, { token, ...(body === undefined ? {} : { body }) });
  const types = (await call('GET', '/road-type?take=50')).json.data as { id: string; code: string }[];
  const typeOf = (code: string) => types.find((type) => type.code === code)?.id as string;
  const made = async (path: string, body: object): Promise<Record<string, unknown> & { id: string }> => {
    const answer = await call('POST', path, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data;
  };
  let roads = 0;
  return {
    product,
    token,
    call,
    typeOf,
    made,
    /** A road of 10 km to the east, each a good kilometre north of the one before. */
    road: (over: object = {}) => {
      roads += 1;
      const lat = 17 + roads / 100;
      const length = 10_000 / (111_195 * Math.cos((lat * Math.PI) / 180));
      return made('/road', {
        name: `Road ${roads}`,
        roadTypeId: typeOf('DIVIDED_4L'),
        state: 'MH',
        isDivided: true,
        geometry: {
          type: 'LineString',
          coordinates: [
            [74, lat],
            [74 + length, lat],
          ],
        },
        ...over,
      });
    },
    /** Of the whole road, every class and all the time, from the day after tomorrow. */
    ruleBody: (roadId: string, over: object = {}) => ({
      roadId,
      limitKmh: 60,
      reasonCode: 'SIGN',
      effectiveFrom: '2026-11-29',
      ...over,
    }),
  };
}
