import { tariffClasses } from '#areas/policies/premium/premium.contract.ts';
import type { Database } from '#kit/server/db/database.ts';
import { insert, once, type Row } from '../load.ts';
import { insurers } from './insurers.ts';
import { ladders, laddersFrom } from './ladders.ts';
import { tariff, tariffFrom } from './tariff.ts';

/** Reference data of insurance: insurers, the third-party tariff, and the ladders of insured values and bonuses. */
export async function loadInsurance(db: Database, now: Date): Promise<void> {
  const load = (path: string, titles: readonly string[], rows: readonly Row[]) =>
    once(db, path, now, async (db) => void (await insert(db, path, titles, rows, now)));
  await load(
    'insurer',
    insurers.map(([name]) => name),
    insurers.map(([name, sector, tollFree, email, website]) => ({ name, sector, toll_free: tollFree, email, website })),
  );
  const rates = tariff.flatMap(({ cls, years, by, bands, perPassenger }) =>
    bands.map(([above, upto, rupees], at) => ({
      name: [
        tariffClasses.find(({ value }) => value === cls)?.label,
        bandName(by, above, upto),
        years > 1 ? `${years} years` : '',
      ]
        .filter(Boolean)
        .join(', '),
      tariff_class: cls,
      years,
      basis: by,
      above,
      upto,
      premium_paise: rupees * 100,
      per_passenger_paise: perPassenger ? (perPassenger[at] ?? 0) * 100 : null,
      effective_from: tariffFrom,
    })),
  );
  await load(
    'tp-premium-rate',
    rates.map(({ name }) => name),
    rates,
  );
  await load(
    'insurance-ladder',
    ladders.map(([name]) => name),
    ladders.map(([name, ladder, step, percent]) => ({ name, ladder, step, percent, effective_from: laddersFrom })),
  );
}

const units = { cc: 'cc', kW: 'kW', gvw_kg: 'kg', flat: '' } as const;
const number = new Intl.NumberFormat('en-IN');
function bandName(by: keyof typeof units, above: number | null, upto: number | null): string {
  if (by === 'flat') return '';
  if (upto !== null) return `up to ${number.format(upto)} ${units[by]}`;
  return `over ${number.format(above ?? 0)} ${units[by]}`;
}
