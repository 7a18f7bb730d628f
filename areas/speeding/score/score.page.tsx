import { IconDownload, IconAward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { ref } from '#kit/contract/fields.ts';
import { formatDay, formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { type Column, ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { smallScreen, useMedia } from '#kit/web/shell/window.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { useTurnAway } from '#kit/web/turn-away.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { type ScoreProof, type ScoreRow, scoreSorts } from './score.contract.ts';
import { exportScores, scoreNames, useScores } from './score.queries.ts';
import { monthsTo } from './score.rules.ts';
import { monthText } from './score-trend.tsx';
import { kmText, ScoreWord } from './score-words.tsx';
import styles from './score.module.css';

const organisation = ref('organisation', { label: 'Organisation' });

/** Safety scores of vehicles or drivers, the lowest first. */
export function SafetyScores() {
  const can = useCan();
  const allowed = can('safety-score', 'view');
  useTurnAway(allowed);
  return allowed ? <Scores /> : null;
}

function Scores() {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [today] = useState(() => indiaDay(new Date()));
  const address = useListAddress(scoreNames);
  const { ask, field, filters, rows } = address;
  const found = useScores({ ...filters, ...rows });
  const { data } = found;
  const isDrivers = filters.subject === 'DRIVER';
  const exported = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== 'sort'));
  const first = data?.data[0];
  const days = first ? t('scores.days', { from: formatDay(first.from), to: formatDay(first.to) }) : ' ';
  return (
    <ListPage
      title={t('scores.pageTitle')}
      sub={<bdi>{days}</bdi>}
      actions={
        can('safety-score', 'export') ? (
          <button type="button" className="btn g" disabled={!data?.count} onClick={() => void exportScores(exported)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('records.exportCsv')}
          </button>
        ) : null
      }
      above={
        <nav className={`tabs ${styles.subjects}`} aria-label={t('scores.pageTitle')}>
          {(['VEHICLE', 'DRIVER'] as const).map((subject) => (
            <button
              key={subject}
              type="button"
              aria-current={(subject === 'DRIVER') === isDrivers ? 'page' : undefined}
              onClick={() => ask({ subject: subject === 'DRIVER' ? subject : undefined })}
            >
              {t(`scores.subjects.${subject}`)}
            </button>
          ))}
        </nav>
      }
      filters={
        <>
          <SearchField label={t(isDrivers ? 'scores.searchDriver' : 'scores.searchVehicle')} {...field('q')} />
          <SelectField
            label={t('scores.period')}
            any={t('scores.last30')}
            options={monthsTo(today, 12)
              .toReversed()
              .map((month) => ({ value: month, label: monthText(month) }))}
            {...field('period')}
          />
          <SelectField
            label={t('scores.order')}
            any={t('scores.orders.score')}
            options={scoreSorts
              .filter((one) => one !== 'score')
              .map((value) => ({ value, label: t(`scores.orders.${value}`) }))}
            {...field('sort')}
          />
          {isStaff && can('organisation', 'view') ? (
            <RefFilter field={organisation} value={filters.orgId} onChange={(orgId) => ask({ orgId })} />
          ) : null}
        </>
      }
      address={address}
      found={found}
      className="list"
      empty={{
        icon: <IconAward aria-hidden="true" />,
        title: t(address.filters.q || address.filters.orgId ? 'catalogue.noMatch' : 'scores.none'),
        text: t('scores.noneText'),
      }}
    >
      {(shown) => (
        <>
          <Rows rows={shown} isStaff={isStaff} />
          <Foot proof={isStaff ? data?.proof : undefined} />
        </>
      )}
    </ListPage>
  );
}

const pageOf = ({ subject, id }: ScoreRow): string => `/${subject === 'VEHICLE' ? 'vehicle' : 'drivers'}/${id}`;

function Title({ row }: { row: ScoreRow }) {
  return (
    <Link to={pageOf(row)} search={{ tab: 'safety-score' } as never} className="ttl">
      {row.subject === 'VEHICLE' ? <Code>{row.title || '–'}</Code> : <bdi>{row.title || '–'}</bdi>}
    </Link>
  );
}

function useFacts(isStaff: boolean): Column<ScoreRow>[] {
  const t = useT();
  const number = (key: string, head: string, of: (row: ScoreRow) => string): Column<ScoreRow> => ({
    key,
    head,
    isNumber: true,
    render: (row) => <bdi>{of(row)}</bdi>,
  });
  const harsh = (row: ScoreRow) =>
    row.measuredKm === 0 ? t('scores.notMeasured') : formatNumber(row.braking + row.acceleration + row.cornering);
  return [
    ...(isStaff
      ? [{ key: 'org', head: t('scores.org'), className: 't2', render: (row: ScoreRow) => <bdi>{row.org}</bdi> }]
      : []),
    number('km', t('scores.distance'), (row) => t('trips.kilometres', { km: kmText(row.km) })),
    number('minor', t('scores.severities.minor'), (row) => formatNumber(row.minor)),
    number('major', t('scores.severities.major'), (row) => formatNumber(row.major)),
    number('critical', t('scores.severities.critical'), (row) => formatNumber(row.critical)),
    number('harsh', t('scores.harsh'), harsh),
    number('waiting', t('scores.awaiting'), (row) => formatNumber(row.waiting)),
  ];
}

function Rows({ rows, isStaff }: { rows: readonly ScoreRow[] | undefined; isStaff: boolean }) {
  const t = useT();
  const isSmall = useMedia(smallScreen);
  const facts = useFacts(isStaff);
  if (!isSmall)
    return (
      <ListTable
        className={styles.rows}
        rows={rows}
        keyOf={({ id, orgId }) => `${id} ${orgId}`}
        columns={[
          {
            key: 'title',
            head: t(`scores.one.${rows?.[0]?.subject ?? 'VEHICLE'}`),
            render: (row) => <Title row={row} />,
          },
          { key: 'score', head: t('scores.score'), isNumber: true, render: ({ score }) => <ScoreWord score={score} /> },
          ...facts,
        ]}
      />
    );
  return (
    <ul className={`cards ${styles.cards}`}>
      {rows?.map((row) => (
        <li key={`${row.id} ${row.orgId}`}>
          <Title row={row} />
          <ScoreWord score={row.score} />
          <dl>
            {facts.map((fact) => (
              <div key={fact.key}>
                <dt>{fact.head}</dt>
                <dd>{fact.render(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      )) ??
        [0, 1, 2].map((one) => (
          <li key={one}>
            <span className="sk" style={{ width: 180 }} />
          </li>
        ))}
    </ul>
  );
}

/** What does not count, and what the last night has found. */
function Foot({ proof }: { proof: ScoreProof | null | undefined }) {
  const t = useT();
  return (
    <p className={`t3 sm ${styles.foot}`}>
      <bdi>{t('scores.rules')}</bdi>
      {proof ? (
        <bdi>
          {' '}
          {proof.wrong === 0
            ? t('scores.proven', {
                days: formatNumber(proof.days),
                scores: formatNumber(proof.scores),
                day: formatDay(proof.day),
              })
            : t('scores.corrected', {
                count: proof.wrong,
                number: formatNumber(proof.wrong),
                day: formatDay(proof.day),
              })}
        </bdi>
      ) : null}
    </p>
  );
}
