import { useRows } from '#kit/web/catalogue/data.ts';
import { BannerFact } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { challan } from '../challan/challan.contract.ts';
import { inRupees } from '../challan/screen/state-words.web.ts';

/** Those that are added up: who has more to pay looks at the list. */
const most = 20;

/** What is to be paid for a vehicle; nothing where nothing is. */
export function UnpaidFact({ row }: Pick<RecordTabProps, 'row'>) {
  const t = useT();
  const { data } = useRows(challan, { vehicleId: row.id, due: 'PAY', take: String(most) });
  if (!data || data.count === 0) return null;
  const paise = data.data.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0);
  const said = [t('challan.unpaid', { count: data.count }), data.count <= most && paise > 0 ? inRupees(paise) : null];
  return <BannerFact tone="due">{said.filter(Boolean).join(', ')}</BannerFact>;
}
