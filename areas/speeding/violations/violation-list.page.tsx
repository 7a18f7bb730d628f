import { IconBellRinging, IconDownload, IconGauge, IconMapSearch, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ref } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { allStates, askedFor, exportViolations, useViolations, violationNames } from '../speeding.queries.ts';
import { severities, tiers, violationStates } from '../violation-answers.contract.ts';
import { ViolationRows } from './violation-rows.tsx';

const vehicle = ref('vehicle', { label: 'Vehicle' });
const driver = ref('drivers', { label: 'Driver' });
const road = ref('road', { label: 'Road' });

/** Speeding, the latest first; for those who decide, what is to be decided. */
export function Violations() {
  const t = useT();
  const can = useCan();
  const mayDecide = can('violation', 'approve');
  const address = useListAddress(violationNames);
  const { ask, field, filters, rows } = address;
  const query = askedFor(filters, mayDecide);
  const found = useViolations({ ...query, ...rows });
  const count = found.data?.count;
  const isQueue = query['state'] === 'TO_REVIEW';
  const isFiltered = Object.keys(filters).some((name) => name !== 'state');
  const numbered = { count: count ?? 0, number: formatNumber(count ?? 0) };
  const sub = count === undefined ? ' ' : t(isQueue ? 'violations.toReview' : 'violations.count', numbered);
  return (
    <ListPage
      title={t('violations.title')}
      sub={<bdi>{sub}</bdi>}
      actions={
        <>
          <Link to="/violation/alerts" className="btn g">
            <IconBellRinging className="i s" aria-hidden="true" />
            {t('alerts.title')}
          </Link>
          {mayDecide ? (
            <>
              <Link to="/violation/recalculations" className="btn g">
                <IconRefresh className="i s" aria-hidden="true" />
                {t('recalculations.title')}
              </Link>
              <Link to="/violation/quality" className="btn g">
                <IconMapSearch className="i s" aria-hidden="true" />
                {t('violations.quality')}
              </Link>
            </>
          ) : null}
          {can('violation', 'export') ? (
            <button type="button" className="btn g" disabled={!count} onClick={() => void exportViolations(query)}>
              <IconDownload className="i s" aria-hidden="true" />
              {t('records.exportCsv')}
            </button>
          ) : null}
        </>
      }
      filters={
        <>
          <SearchField label={t('violations.search')} {...field('q')} />
          <StateField
            mayDecide={mayDecide}
            value={filters.state}
            onChange={(state) => ask({ state: state || undefined })}
          />
          <SelectField
            label={t('violations.severity')}
            options={severities.map((value) => ({ value, label: t(`violations.severities.${value}`) }))}
            {...field('severity')}
          />
          <SelectField
            label={t('violations.tier')}
            options={tiers.map((value) => ({ value, label: t(`violations.tiers.${value}`) }))}
            {...field('tier')}
          />
          {can('vehicle', 'view') ? (
            <RefFilter field={vehicle} value={filters.vehicleId} onChange={(vehicleId) => ask({ vehicleId })} />
          ) : null}
          {can('drivers', 'view') ? (
            <RefFilter field={driver} value={filters.driverId} onChange={(driverId) => ask({ driverId })} />
          ) : null}
          {can('road', 'view') ? (
            <RefFilter field={road} value={filters.roadId} onChange={(roadId) => ask({ roadId })} />
          ) : null}
          <DayField label={t('records.from')} {...field('from')} />
          <DayField label={t('records.to')} {...field('to')} />
          {mayDecide ? (
            <SelectField
              label={t('violations.decision')}
              options={[{ value: 'yes', label: t('violations.changedSince') }]}
              value={filters.changed ?? ''}
              // Those that are to be reviewed have no decision.
              onChange={(changed) => ask({ changed: changed || undefined, ...(changed ? { state: allStates } : {}) })}
            />
          ) : null}
          {mayDecide ? (
            <SelectField
              label={t('violations.assigned')}
              options={(['me', 'nobody'] as const).map((value) => ({
                value,
                label: t(`violations.assignedTo.${value}`),
              }))}
              {...field('assigned')}
            />
          ) : null}
        </>
      }
      address={address}
      found={found}
      className="list"
      empty={{
        icon: <IconGauge aria-hidden="true" />,
        title: isFiltered ? t('catalogue.noMatch') : t(isQueue ? 'violations.noneToReview' : 'violations.none'),
        text: t(
          isFiltered ? 'violations.noMatchText' : isQueue ? 'violations.noneToReviewText' : 'violations.noneText',
        ),
      }}
    >
      {(rows) => <ViolationRows rows={rows} search={filters} named />}
    </ListPage>
  );
}

/** Those who decide see what is to be decided unless they choose otherwise; others see all. */
function StateField(props: { mayDecide: boolean; value: string | undefined; onChange: (state: string) => void }) {
  const t = useT();
  const { mayDecide, value = '' } = props;
  const usual = mayDecide ? 'TO_REVIEW' : allStates;
  const name = (state: string) =>
    state === allStates
      ? t('violations.allStates')
      : t(`violations.states.${state as (typeof violationStates)[number]}`);
  return (
    <SelectField
      label={t('trips.state')}
      any={name(usual)}
      options={[...violationStates, allStates]
        .filter((state) => state !== usual)
        .map((state) => ({ value: state, label: name(state) }))}
      value={value === usual ? '' : value}
      onChange={props.onChange}
    />
  );
}
