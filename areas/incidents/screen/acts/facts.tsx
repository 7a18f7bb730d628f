import { useT } from '#kit/web/i18n.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { When } from '#kit/web/ui/when.tsx';
import type { Incident } from '../../incidents.queries.ts';

/** What a dialog is about: vehicle, driver, what happened, when and where. */
export function IncidentFacts({ row }: { row: Incident }) {
  const t = useT();
  return (
    <dl className="facts sm">
      <dt>{t('incidents.facts.vehicle')}</dt>
      <dd>{row.vehicle ? <Plate no={row.vehicle.label} use={row.vehicle.plateUse} /> : '–'}</dd>
      {row.driver ? (
        <>
          <dt>{t('incidents.facts.driver')}</dt>
          <dd>
            <bdi>{row.driver.label}</bdi>
          </dd>
        </>
      ) : null}
      <dt>{t('incidents.facts.what')}</dt>
      <dd>
        <bdi>{row.what}</bdi>
      </dd>
      <dt>{t('incidents.facts.when')}</dt>
      <dd>
        <When at={row.raisedAt} />, <bdi>{row.place ?? t('where.unnamed')}</bdi>
      </dd>
    </dl>
  );
}
