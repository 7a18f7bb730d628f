import { IconMapPin } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useLive } from '#kit/web/live/live-state.ts';
import { useCan } from '#kit/web/rights.ts';
import { Link } from '@tanstack/react-router';
import { Failure } from '#kit/web/shell/failure.tsx';
import { PagesBeside } from '#kit/web/shell/menu/page-tabs.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import '#kit/web/catalogue/filters/filters.css';
import styles from '../livemap.module.css';
import { useLiveVehicles, useSpeeding } from './console.queries.ts';
import { mostReplayed } from '#areas/trips/replayed.contract.ts';
import { replayOf } from './replay-of.web.ts';
import { Filters, MotionFilter, Order } from './filters.tsx';
import { FleetTable } from './fleet-table.tsx';
import type { FleetStore } from './fleet-store.web.ts';
import type { Row } from './rows.web.ts';
import { type MapAddress, useFleet, useFound, useMapAddress, useRounds } from './use-console.web.ts';
import { VehicleCard } from './vehicle-card.tsx';
import { VehicleList } from './vehicle-list.tsx';

const FleetMap = lazy(async () => ({ default: (await import('./fleet-map.tsx')).FleetMap }));

const noVehicles: readonly LiveVehicle[] = [];

/** Where all vehicles are, as they move: a map with their list beside it, or a table of the same. */
export function LiveMap() {
  const t = useT();
  const address = useMapAddress();
  const { data: fleet, error, refetch } = useLiveVehicles();
  const data = fleet?.vehicles;
  const vehicles = data ?? noVehicles;
  const store = useFleet(data);
  const round = useRounds(store);
  const can = useCan();
  const alerts = useSpeeding(can('violation', 'view'));
  const found = useFound(store, data, alerts, address, round);
  const [hovered, setHovered] = useState<number>();
  useEffect(() => {
    document.title = `${t('livemap.title')} · Roadkeeper`;
  }, [t]);
  const selected = useMemo(
    () => vehicles.find(({ vehicleId }) => vehicleId === address.vehicle),
    [vehicles, address.vehicle],
  );
  const mayAsk = can('vehicle-trips', 'view');
  const select = (vehicle: LiveVehicle | undefined) => address.ask({ vehicle: vehicle?.vehicleId, follow: undefined });
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const isTable = address.view === 'table';
  return (
    <div className={`sheet ${styles.console} ${isTable ? styles.tabled : selected ? styles.chosen : ''}`}>
      <section className={styles.side} aria-label={t('livemap.title')}>
        <header className={styles.head}>
          <div className="row">
            <h1 className="h2 grow" tabIndex={-1}>
              {t('livemap.title')}
            </h1>
            <PagesBeside />
            <ViewSwitch view={address.view} onChange={(view) => address.ask({ view })} />
          </div>
          <Filters address={address} />
          <MotionFilter
            counts={found.counts}
            status={address.status}
            onChange={(status) => address.ask({ status })}
            speeding={found.speeding}
            isSpeeding={address.isSpeeding}
            onSpeeding={(is) => address.ask({ speeding: is ? '1' : undefined })}
          />
        </header>
        {isTable ? null : data && data.length === 0 ? (
          <Empty
            icon={<IconMapPin className="i" aria-hidden="true" />}
            title={t('livemap.none')}
            text={t('livemap.noneText')}
          />
        ) : (
          <VehicleList
            rows={found.rows}
            isComing={!data}
            store={store}
            round={round}
            selected={selected}
            hovered={hovered}
            mayAsk={mayAsk}
            onSelect={select}
            onHover={setHovered}
          />
        )}
        <Foot rows={found.rows} store={store} address={address} fleet={fleet} mayAsk={mayAsk} />
      </section>
      {isTable ? (
        <FleetTable
          rows={found.rows}
          store={store}
          mayAsk={mayAsk}
          onShow={(vehicle) => address.ask({ view: undefined, vehicle: vehicle.vehicleId, at: undefined })}
        />
      ) : (
        <div className={styles.stage}>
          <Suspense fallback={<div className={styles.coming} aria-busy="true" />}>
            <FleetMap
              store={store}
              rows={found.rows}
              round={round}
              selected={selected}
              hovered={hovered}
              address={address}
              mayAsk={mayAsk}
              onSelect={select}
              onHover={setHovered}
            />
          </Suspense>
          {selected ? (
            <VehicleCard
              key={selected.vehicleId}
              vehicle={selected}
              store={store}
              alert={alerts.get(selected.vehicleId)}
              mayAsk={mayAsk}
              isFollowed={address.isFollowed}
              onFollow={(is) => address.ask({ follow: is ? '1' : undefined })}
              onClose={() => select(undefined)}
            />
          ) : null}
        </div>
      )}
    </div>
  );
}

/** How many there are, what is live, and what else there is to know of the list. */
function Foot(props: {
  rows: readonly Row[];
  store: FleetStore;
  address: MapAddress;
  fleet: ReturnType<typeof useLiveVehicles>['data'];
  mayAsk: boolean;
}) {
  const { rows, store, address, fleet, mayAsk } = props;
  const t = useT();
  return (
    <footer className={`${styles.foot} row sm t3`}>
      <bdi className="grow">{t('livemap.count', { count: rows.length, number: formatNumber(rows.length) })}</bdi>
      <LiveState isComplete={store.isComplete} />
      <span className={`record-filters ${styles.order}`}>
        <Order address={address} />
      </span>
      {mayAsk && rows.length > 1 && rows.length <= mostReplayed ? (
        <Link to="/replay" search={replayOf(rows.map(({ vehicle }) => vehicle.vehicleId)) as never}>
          {t('livemap.replayMany', { count: rows.length })}
        </Link>
      ) : null}
      {store.isPartial ? <bdi className={styles.days}>{t('livemap.inView')}</bdi> : null}
      {fleet?.hidesOffDuty ? <HiddenHours /> : null}
      {address.view === 'table' && fleet?.positionDays ? (
        <bdi className={styles.days}>{t('livemap.positionDays', { count: fleet.positionDays })}</bdi>
      ) : null}
    </footer>
  );
}

function ViewSwitch({ view, onChange }: { view: 'map' | 'table'; onChange: (view: 'table' | undefined) => void }) {
  const t = useT();
  return (
    <div className="seg" role="radiogroup" aria-label={t('livemap.view')}>
      {(['map', 'table'] as const).map((one) => (
        <label key={one}>
          <input
            type="radio"
            name="live-view"
            value={one}
            checked={view === one}
            onChange={() => onChange(one === 'table' ? one : undefined)}
          />
          <span>{t(`livemap.views.${one}`)}</span>
        </label>
      ))}
    </div>
  );
}

/** That there are rules by which positions are hidden, with the way to them. */
function HiddenHours() {
  const t = useT();
  const text = t('livemap.hiddenHours');
  return useCan()('off-duty-rule', 'view') ? (
    <Link to="/off-duty-rule" className={styles.days}>
      <bdi>{text}</bdi>
    </Link>
  ) : (
    <bdi className={styles.days}>{text}</bdi>
  );
}

/** Whether what is shown is what is now. */
function LiveState({ isComplete }: { isComplete: boolean }) {
  const t = useT();
  const isLive = useLive() && isComplete;
  return (
    <span className={`st ${isLive ? 'ok' : 'off'}`} role="status">
      {t(isLive ? 'livemap.live' : 'livemap.waiting')}
    </span>
  );
}
