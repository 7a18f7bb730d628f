import { driver as drivers } from '#areas/people/drivers/driver.contract.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { BannerFact } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import type { vehicle } from './vehicle.contract.ts';

/** Until when the licence of the driver is valid, while nothing stands against them: that is a reason above. */
export function LicenceFact({ row }: Pick<RecordTabProps<typeof vehicle>, 'row'>) {
  const t = useT();
  const { data } = useRow(drivers, row.driver?.id);
  const last = [data?.dlValidNt, data?.dlValidTr].filter(Boolean).sort().at(-1);
  if (!data || !last || data.verdict === 'RED') return null;
  return <BannerFact tone="ok">{t('vehicles.licenceUntil', { day: formatDay(last) })}</BannerFact>;
}
