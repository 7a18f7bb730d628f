import { createHash } from 'node:crypto';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, date, integer, money, optional, ref, text } from '#kit/contract/fields.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import { withClient } from '#kit/server/postgres/roles.ts';
import { draftTable } from '#tools/database/draft-sql.ts';

const fuels = ['PETROL', 'DIESEL', 'CNG', 'ELECTRIC'] as const;

/** The measured catalogue: as wide as a vehicle's record, and made by the kit like every other. */
export const benchVehicle = catalogue('bench-vehicle', {
  one: 'Vehicle',
  many: 'Vehicles',
  icon: 'car',
  group: 'group-catalogues',
  about: 'Two hundred thousand rows to measure on.',
  unique: [['name']],
  sort: 'name',
  fields: {
    name: text({ label: 'Registration', letters: 'upper', max: 20, list: true, search: true }),
    brandId: ref('vehicle-brand', { label: 'Brand', list: true, filter: true }),
    fuel: choice(
      fuels.map((value) => ({ value, label: value })),
      { label: 'Fuel', list: true, filter: true },
    ),
    chassis: text({ label: 'Chassis', max: 40, list: true, search: true }),
    colour: optional(text({ label: 'Colour', max: 40, list: true })),
    seats: integer({ label: 'Seats', min: 1, max: 100, list: true, filter: true }),
    madeOn: date({ label: 'Made on', list: true, filter: true }),
    price: money({ label: 'Price', list: true }),
    remark: optional(text({ label: 'Remark', max: 200 })),
  },
});

export const vehicleRows = 200_000;
/** Of the row that is written once a second. */
export const writtenId = createHash('md5')
  .update('vehicle1')
  .digest('hex')
  .replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-7$3-8$4-');

/** Makes the table as `npm run db:draft` would and fills it, the same rows on every run. Brands must be there before. */
export const loadVehicles = (owner: ConnectionConfig, appRole: string): Promise<void> =>
  withClient(owner, async (client) => {
    await client.query(draftTable(benchVehicle, { large: true }).replaceAll(':app', client.escapeIdentifier(appRole)));
    await client.query(
      `with brand as (select array_agg(id order by lower(name)) as ids from vehicle_brand)
       insert into bench_vehicle (id, name, brand_id, fuel, chassis, colour, seats, made_on, price, remark, status, created_at, updated_at)
       select overlay(overlay(md5('vehicle' || n) placing '7' from 13) placing '8' from 17)::uuid, 'KA' || lpad((n * 7919 % 100)::text, 2, '0') || 'AB' || lpad(n::text, 6, '0'),
         brand.ids[1 + n * 31 % array_length(brand.ids, 1)], (array['PETROL', 'DIESEL', 'CNG', 'ELECTRIC'])[1 + n % 4],
         'MA3' || upper(substr(md5(n::text), 1, 14)), (array['White', 'Silver', 'Grey', 'Red', null])[1 + n % 5],
         2 + n % 6, date '2015-01-01' + n % 4000, 30000000 + n * 1009::bigint % 90000000,
         case when n % 3 = 0 then 'Serviced at the depot in Hubballi, next due with the tyres' end,
         case when n % 10 = 0 then 0 else 1 end, at, at
       from generate_series(1, ${vehicleRows}) n, brand,
         lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) made`,
    );
    await client.query('vacuum analyze bench_vehicle');
  });
