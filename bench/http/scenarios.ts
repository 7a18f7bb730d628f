import type { Shot } from '../load.ts';
import { benchVehicle, writtenId } from '../vehicles.ts';

/** What is asked, and the record that is written to once a second meanwhile. */
export interface Scenario {
  name: string;
  shots: readonly Shot[];
  written: string;
}

/** @param query gives the rows of a statement, at least one. */
export async function scenariosOf(query: <Row>(sql: string) => Promise<[Row, ...Row[]]>): Promise<Scenario[]> {
  const brands = await query<{ id: string }>('select id from vehicle_brand order by lower(name)');
  const vehicles = await query<{ id: string }>('select id from bench_vehicle order by id limit 1000');
  const [office] = await query<{ id: string }>("select id from rto where code = 'MH12'");
  const [model] = await query<{ id: string }>('select id from vehicle_model order by lower(name) limit 1');
  const path = `/${benchVehicle.path}`;
  const written = `${path}/status/${writtenId}`;
  let made = 0;
  const body = () => ({
    name: `DL01${String((made += 1)).padStart(8, '0')}`,
    brandId: brands[made % brands.length]?.id,
    fuel: 'DIESEL',
    chassis: `MA3NEW${made}`,
    seats: 5,
    madeOn: '2026-02-03',
    price: 90_000_000,
  });
  const lists = brands.flatMap(({ id }) =>
    [0, 50].map((skip) => ({ path: `${path}?brandId=${id}&status=1&sort=name&take=50&skip=${skip}` })),
  );
  return [
    { name: 'list', shots: lists, written },
    { name: 'offices', shots: [{ path: '/rto?option=true' }], written: `/rto/status/${office.id}` },
    {
      name: 'models',
      shots: [{ path: '/vehicle-model?take=50&sort=name' }],
      written: `/vehicle-model/status/${model.id}`,
    },
    { name: 'one', shots: vehicles.map(({ id }) => ({ path: `${path}/${id}` })), written },
    { name: 'create', shots: [{ path, method: 'POST', body, once: true }], written },
  ];
}
