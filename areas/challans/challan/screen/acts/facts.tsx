import { named, useT } from '#kit/web/i18n.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { Challan } from '../challan.queries.ts';

/** What a dialog is about: vehicle, offence, when and where. */
export function ChallanFacts({ row }: { row: Challan }) {
  const t = useT();
  return (
    <dl className="facts sm">
      <dt>{t('challan.evidence.vehicle')}</dt>
      <dd>{row.vehicle ? <Plate no={row.vehicle.label} use={row.vehicle.plateUse} /> : '–'}</dd>
      <dt>{t('challan.evidence.offence')}</dt>
      <dd>
        <bdi>{named(row.challanType?.label ?? '')}</bdi>
      </dd>
      <dt>{t('challan.evidence.when')}</dt>
      <dd>
        <When at={row.offenceAt} />, <bdi>{row.place}</bdi>
      </dd>
    </dl>
  );
}
