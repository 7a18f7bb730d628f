import { Link } from '@tanstack/react-router';
import { device } from '#areas/devices/registry/device.contract.ts';
import { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { useRows } from '#kit/web/catalogue/data.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { driver } from '../drivers/driver.contract.ts';
import { appUser } from '../people.contract.ts';
import styles from '../people.module.css';

interface Counted {
  label: PlainTextKey;
  definition: AnyCatalogue;
  search: Readonly<Record<string, string>>;
  /** How it looks where there are some. */
  tone?: 'bad' | 'due';
}
const counted: readonly Counted[] = [
  { label: 'people.counts.vehicles', definition: vehicle, search: { status: '1' } },
  { label: 'people.counts.blocked', definition: vehicle, search: { verdict: 'RED', status: '1' }, tone: 'bad' },
  { label: 'people.counts.drivers', definition: driver, search: { status: '1' } },
  {
    label: 'people.counts.offline',
    definition: device,
    search: { state: 'OFFLINE,LONG_OFFLINE', status: '1' },
    tone: 'due',
  },
  { label: 'people.counts.users', definition: appUser, search: { status: '1' } },
];

/** How much the organisation has, and how much of it needs a look; each number opens its list. */
export function OrganisationCounts({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const can = useCan();
  // Lists of clients hold their own organisation's records only.
  const isClient = useKept('userData')[0]?.kind === 'client';
  const shown = counted.filter(({ definition }) => can(definition.path, 'view'));
  if (shown.length === 0) return null;
  return (
    <section className="sheet sec" aria-labelledby="organisation-counts">
      <h2 className="h2 panel-head" id="organisation-counts">
        {t('people.counts.title')}
      </h2>
      <ul className={styles.counts}>
        {shown.map((one) => (
          <Count key={one.label} {...one} search={{ ...one.search, ...(isClient ? {} : { orgId: row.id }) }} />
        ))}
      </ul>
    </section>
  );
}

function Count({ label, definition, search, tone }: Counted) {
  const t = useT();
  const { data } = useRows(definition, { ...search, take: '1' });
  const count = data?.count;
  return (
    <li>
      <Link to={`/${definition.path}`} search={search as never}>
        <bdi>{t(label)}</bdi>
        <span className={count && tone ? `st ${tone}` : 'mid'}>{count === undefined ? '' : formatNumber(count)}</span>
      </Link>
    </li>
  );
}
