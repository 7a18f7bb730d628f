import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { distanceText, exactClockText } from '#kit/web/ui/units.ts';
import { conclusionShapes } from '../../alibi/screen/alibi-answer.tsx';
import { findAlibi } from '../../alibi/screen/alibi.queries.ts';
import type { AlibiFixShown } from '../../alibi/alibi.contract.ts';
import type { Challan } from './challan.queries.ts';
import styles from './challan.module.css';

/** Where the vehicle was at that time by its own positions, as the alibi finder answers it. */
export function ChallanAlibi({ row }: { row: Challan }) {
  const t = useT();
  const id = useId();
  const { lat, lon } = row;
  const plate = row.vehicle?.label ?? row.plate;
  const isKnown = lat !== null && lon !== null && plate !== null;
  const { data, isError } = useQuery({
    queryKey: ['alibi', 'of-challan', row.id, row.version],
    enabled: isKnown,
    queryFn: () => findAlibi({ plate, lat, lon, from: row.offenceAt, place: row.place }),
    staleTime: 60_000,
  });
  const fix = (one: AlibiFixShown | null) =>
    one
      ? t('challan.alibi.fix', { time: exactClockText(Date.parse(one.at)), distance: distanceText(one.distanceM) })
      : t('challan.alibi.none');
  return (
    <section className="sheet sec col gap-8" aria-labelledby={id} aria-busy={isKnown && !data && !isError}>
      <h2 className="h2" id={id}>
        {t('challan.alibi.title')}
      </h2>
      {isKnown ? null : (
        <p className="t2 sm">
          <bdi>{t('challan.alibi.noPlace')}</bdi>
        </p>
      )}
      {isError ? (
        <p className="t2 sm">
          <bdi>{t('challan.alibi.failed')}</bdi>
        </p>
      ) : null}
      {data ? (
        <>
          <p>
            <span className={`st ${conclusionShapes[data.conclusion]}`}>
              {t(`alibi.conclusions.${data.conclusion}`)}
            </span>
          </p>
          <p className={styles.words}>
            <bdi>{data.words[0]}</bdi>
          </p>
          {data.before || data.after ? (
            <dl className="facts">
              <dt>{t('challan.alibi.before')}</dt>
              <dd>
                <bdi>{fix(data.before)}</bdi>
              </dd>
              <dt>{t('challan.alibi.after')}</dt>
              <dd>
                <bdi>{fix(data.after)}</bdi>
              </dd>
            </dl>
          ) : null}
        </>
      ) : null}
    </section>
  );
}
