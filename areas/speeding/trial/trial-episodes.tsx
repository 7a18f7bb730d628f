import { IconFlask } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { FilterBar } from '#kit/web/list/filter-bar.tsx';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { ListTable } from '#kit/web/list/list-table.tsx';
import { useCan } from '#kit/web/rights.ts';
import { SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import { SeverityWord } from '../violations/violation-rows.tsx';
import {
  type OneRuleTrial,
  type TrialChange,
  trialChanges,
  type TrialEpisode,
  type TrialJudged,
} from './rule-trial.contract.ts';
import { useTrialEpisodes } from './trial.queries.ts';
import styles from '../speeding.module.css';

const changeShapes: Record<TrialChange, 'bad' | 'ok' | 'due'> = { NEW: 'bad', GONE: 'ok', CHANGED: 'due' };

/** Each speeding that would be judged otherwise, as it is and as it would be. */
export function TrialEpisodes({ one }: { one: OneRuleTrial }) {
  const t = useT();
  const address = useListAddress(['change', 'vehicleId', 'roadId']);
  const found = useTrialEpisodes(one.id, { ...address.filters, ...address.rows }, one.done);
  return (
    <>
      <h2 className={`h2 ${styles['trial-heading']}`}>{t('trials.episodes')}</h2>
      <FilterBar filters={address.filters} onClear={address.clear}>
        <SelectField
          label={t('trials.change')}
          options={trialChanges.map((value) => ({ value, label: t(`trials.changes.${value}`) }))}
          {...address.field('change')}
        />
        <SelectField
          label={t('trials.vehicle')}
          options={one.vehicles.map(({ vehicleId, vehicle }) => ({ value: vehicleId, label: vehicle }))}
          {...address.field('vehicleId')}
        />
        <SelectField
          label={t('trials.road')}
          options={one.roads.map(({ roadId, road }) => ({ value: roadId, label: road }))}
          {...address.field('roadId')}
        />
      </FilterBar>
      <ListSheet
        label={t('trials.episodes')}
        address={address}
        found={found}
        className="list"
        empty={{
          icon: <IconFlask aria-hidden="true" />,
          title: t(address.isFiltered ? 'catalogue.noMatch' : 'trials.noEpisodes'),
          text: t(address.isFiltered ? 'violations.noMatchText' : 'trials.noEpisodesText'),
        }}
      >
        {(rows) => <Rows rows={rows} />}
      </ListSheet>
    </>
  );
}

function Rows({ rows }: { rows: readonly TrialEpisode[] | undefined }) {
  const t = useT();
  return (
    <ListTable
      className={styles.rows}
      rows={rows}
      keyOf={({ no }) => String(no)}
      columns={[
        {
          key: 'change',
          head: t('trials.change'),
          render: ({ change }) => <span className={`st ${changeShapes[change]}`}>{t(`trials.changes.${change}`)}</span>,
        },
        {
          key: 'vehicle',
          head: t('trials.vehicle'),
          render: ({ vehicle, plateUse, fromAt }) => (
            <>
              <Plate no={vehicle} use={plateUse} />
              <span className={styles.under}>
                <When at={fromAt} />
              </span>
            </>
          ),
        },
        { key: 'road', head: t('trials.road'), render: ({ road }) => <bdi className={styles.road}>{road}</bdi> },
        {
          key: 'peak',
          head: t('trials.peak'),
          isNumber: true,
          render: ({ peakKmh }) => <bdi className="mid">{speedText(peakKmh)}</bdi>,
        },
        { key: 'was', head: t('trials.was'), render: ({ was }) => <Judged one={was} /> },
        { key: 'becomes', head: t('trials.becomes'), render: ({ becomes }) => <Judged one={becomes} /> },
        { key: 'to', head: <span className="sr">{t('trials.trip')}</span>, render: (one) => <ToMore one={one} /> },
      ]}
    />
  );
}

function Judged({ one }: { one: TrialJudged | null }) {
  const t = useT();
  if (!one) return <span className="t3">{t('trials.noSpeeding')}</span>;
  return (
    <>
      <span className="row wrap" style={{ gap: '2px 12px' }}>
        <bdi>{t('trials.limitOf', { limit: Math.round(one.limitKmh) })}</bdi>
        <SeverityWord severity={one.severity} />
      </span>
      <span className={styles.under}>
        {t(`violations.sources.${one.source}`)} · {t(`violations.tiers.${one.tier}`)}
      </span>
    </>
  );
}

function ToMore({ one }: { one: TrialEpisode }) {
  const t = useT();
  const can = useCan();
  const said = <span className="sr"> {one.vehicle}</span>;
  if (one.violationId && can('violation', 'view'))
    return (
      <Link to={`/violation/${one.violationId}`} className="link">
        {t('trials.violation')}
        {said}
      </Link>
    );
  return can('vehicle-trips', 'view') ? (
    <Link to={`/vehicle-trips/${one.tripId}`} className="link">
      {t('trials.trip')}
      {said}
    </Link>
  ) : null;
}
