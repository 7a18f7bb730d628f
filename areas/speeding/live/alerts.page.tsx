import { IconBellRinging, IconChevronRight, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ref } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { DayField, SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { RefFilter } from '#kit/web/ui/ref-filter.tsx';
import { alertOutcomes, alertStates } from '../alert-answers.contract.ts';
import { AlertRows } from './alert-rows.tsx';
import { alertNames, exportAlerts, useAlerts } from './alerts.queries.ts';

const vehicle = ref('vehicle', { label: 'Vehicle' });

/** Speeding as it happened, the latest first: hints, beside the violations that the check after the trip found. */
export function AlertsPage() {
  const t = useT();
  const can = useCan();
  const address = useListAddress(alertNames);
  const { ask, field, filters, rows } = address;
  const found = useAlerts({ ...filters, ...rows });
  const count = found.data?.count;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/violation">{t('violations.title')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <span>{t('alerts.title')}</span>
      </nav>
      <ListPage
        title={t('alerts.title')}
        sub={
          <bdi>
            {count === undefined
              ? t('alerts.about')
              : `${t('alerts.count', { count, number: formatNumber(count) })} · ${t('alerts.about')}`}
          </bdi>
        }
        actions={
          can('violation', 'export') ? (
            <button type="button" className="btn g" disabled={!count} onClick={() => void exportAlerts(filters)}>
              <IconDownload className="i s" aria-hidden="true" />
              {t('records.exportCsv')}
            </button>
          ) : null
        }
        filters={
          <>
            <SearchField label={t('violations.search')} {...field('q')} />
            <SelectField
              label={t('trips.state')}
              options={alertStates.map((value) => ({ value, label: t(`alerts.states.${value}`) }))}
              {...field('state')}
            />
            <SelectField
              label={t('alerts.check')}
              options={alertOutcomes.map((value) => ({ value, label: t(`alerts.outcomes.${value}`) }))}
              {...field('outcome')}
            />
            {can('vehicle', 'view') ? (
              <RefFilter field={vehicle} value={filters.vehicleId} onChange={(vehicleId) => ask({ vehicleId })} />
            ) : null}
            <DayField label={t('records.from')} {...field('from')} />
            <DayField label={t('records.to')} {...field('to')} />
          </>
        }
        address={address}
        label={t('alerts.title')}
        found={found}
        className="list"
        empty={{
          icon: <IconBellRinging aria-hidden="true" />,
          title: isFiltered ? t('catalogue.noMatch') : t('alerts.none'),
          text: t(isFiltered ? 'alerts.noMatchText' : 'alerts.noneText'),
        }}
      >
        {(rows) => <AlertRows rows={rows} />}
      </ListPage>
    </>
  );
}
