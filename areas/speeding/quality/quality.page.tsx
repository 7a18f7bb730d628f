import { IconChevronRight, IconMapCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { DayField } from '#kit/web/ui/filter-fields.tsx';
import { Place } from '#kit/web/ui/place.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { allStates, useQuality } from '../speeding.queries.ts';
import { type RoadQuality, roadReasons } from '../violation-answers.contract.ts';
import { QualityMap } from './quality-map.tsx';
import styles from '../speeding.module.css';

/** Roads on which reviewers say most often that the limit or the road is wrong: what to mend. */
export function QualityPage() {
  const t = useT();
  const address = useListAddress(['from', 'to']);
  const found = useQuality(address.filters);
  const rows = found.data;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/violation">{t('violations.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <span>{t('violations.quality')}</span>
      </nav>
      <ListPage
        title={t('violations.quality')}
        sub={t('violations.qualityText')}
        filters={
          <>
            <DayField label={t('records.from')} {...address.field('from')} />
            <DayField label={t('records.to')} {...address.field('to')} />
          </>
        }
        filtered={address}
        below={rows && rows.length > 0 ? <QualityMap rows={rows} /> : null}
        found={found}
        className="list"
        empty={{
          icon: <IconMapCheck aria-hidden="true" />,
          title: t('violations.noDoubts'),
          text: t('violations.noDoubtsText'),
        }}
      >
        {(rows) => <Rows rows={rows} period={address.filters} />}
      </ListPage>
    </>
  );
}

function Rows(props: {
  rows: readonly RoadQuality[] | undefined;
  period: Readonly<Record<string, string | undefined>>;
}) {
  const { rows, period } = props;
  const t = useT();
  const can = useCan();
  const behind = (roadId: string, reason: string, count: number) =>
    count === 0 ? (
      <span className="t3">0</span>
    ) : (
      <Link to="/violation" search={{ ...period, roadId, reason, state: allStates } as never} className="link">
        {formatNumber(count)}
      </Link>
    );
  return (
    <ListTable
      className={styles.rows}
      rows={rows}
      keyOf={({ roadId }) => roadId}
      columns={[
        {
          key: 'road',
          head: t('violations.road'),
          render: ({ roadId, road, place, lat, lon }) => (
            <>
              {can('road', 'view') ? (
                <Link to={`/road/${roadId}`} className="ttl">
                  <bdi>{road}</bdi>
                </Link>
              ) : (
                <bdi>{road}</bdi>
              )}
              <span className={styles.under}>
                <Place place={place} lat={lat} lon={lon} />
              </span>
            </>
          ),
        },
        {
          key: 'limitWrong',
          head: t('violations.limitWrong'),
          isNumber: true,
          render: ({ roadId, limitWrong }) => behind(roadId, roadReasons[0], limitWrong),
        },
        {
          key: 'wrongRoad',
          head: t('violations.wrongRoad'),
          isNumber: true,
          render: ({ roadId, wrongRoad }) => behind(roadId, roadReasons[1], wrongRoad),
        },
        {
          key: 'share',
          head: t('violations.ofDecided'),
          isNumber: true,
          render: ({ limitWrong, wrongRoad, decided }) => (
            <bdi>
              {t('violations.shareOf', {
                percent: Math.round(((limitWrong + wrongRoad) / decided) * 100),
                count: formatNumber(decided),
              })}
            </bdi>
          ),
        },
        { key: 'latest', head: t('violations.latest'), render: ({ latestAt }) => <When at={latestAt} /> },
        ...(can('road-speed-rule', 'view')
          ? [
              {
                key: 'rules',
                head: <span className="sr">{t('violations.rules')}</span>,
                render: ({ roadId, road }: RoadQuality) => (
                  <Link to="/road-speed-rule" search={{ roadId } as never} className="link">
                    {t('violations.rules')}
                    <span className="sr"> {road}</span>
                  </Link>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}
