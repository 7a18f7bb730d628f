import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { CurrentPatch } from '#areas/trips/trip-answers.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { Place } from '#kit/web/ui/place.tsx';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import styles from '../livemap.module.css';
import { usePlaces } from './console.queries.ts';
import type { FleetStore } from './fleet-store.web.ts';
import type { Row } from './rows.web.ts';
import { Age, StatusText } from './status.tsx';

const rowPx = 66;

interface Props {
  rows: readonly Row[];
  isComing: boolean;
  store: FleetStore;
  round: number;
  selected: LiveVehicle | undefined;
  hovered: number | undefined;
  mayAsk: boolean;
  onSelect: (vehicle: LiveVehicle) => void;
  onHover: (slot: number | undefined) => void;
}

/** The vehicles beside the map. Only rows in sight are there; arrow keys go from one to the next. */
export function VehicleList(props: Props) {
  const { rows, isComing, store, selected, hovered, mayAsk, onSelect, onHover } = props;
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => rowPx,
    overscan: 6,
    getItemKey: (at) => rows[at]?.vehicle.vehicleId ?? at,
  });
  const items = virtual.getVirtualItems();
  // Asked again for other rows only when the scrolling rests, and in pieces that stay the same.
  const ids = useMemo(() => {
    const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
    const [begin, end] = [Math.floor(from / 25) * 25, Math.ceil((to + 1) / 25) * 25];
    return rows
      .slice(begin, end)
      .map(({ vehicle }) => vehicle.vehicleId)
      .sort();
  }, [items, rows]);
  const { data: places } = usePlaces(ids, mayAsk);
  const at = selected ? rows.findIndex(({ vehicle }) => vehicle.vehicleId === selected.vehicleId) : -1;
  const chosen = useRef<string>(undefined);
  useEffect(() => {
    if (chosen.current === selected?.vehicleId) return;
    chosen.current = selected?.vehicleId;
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [at, selected, virtual]);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[
      event.key
    ];
    if (by === undefined || rows.length === 0) return;
    event.preventDefault();
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + by))];
    if (next) onSelect(next.vehicle);
  };
  if (isComing)
    return (
      <div className={styles.list} aria-busy="true">
        {Array.from({ length: 8 }, (_, n) => (
          <span key={n} className={`sk ${styles['row-sk']}`} />
        ))}
      </div>
    );
  if (rows.length === 0)
    return <p className={`t2 sm ${styles.nothing}`}>{t(store.isGrouped ? 'livemap.grouped' : 'livemap.noMatch')}</p>;
  return (
    <div
      ref={place}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={t('livemap.tableLabel')}
      aria-activedescendant={at >= 0 ? idOf(rows[at]) : undefined}
      onKeyDown={press}
      onPointerLeave={() => onHover(undefined)}
    >
      <div style={{ height: virtual.getTotalSize() }} className={styles.rows}>
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return row ? (
            <VehicleRow
              key={key}
              row={row}
              start={start}
              at={index}
              of={rows.length}
              store={store}
              patch={places?.get(row.vehicle.vehicleId)}
              isSelected={row.vehicle.vehicleId === selected?.vehicleId}
              isHovered={row.vehicle.slot === hovered}
              onSelect={onSelect}
              onHover={onHover}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

const idOf = (row: Row | undefined) => (row ? `live-${row.vehicle.slot}` : undefined);

function VehicleRow(props: {
  row: Row;
  start: number;
  at: number;
  of: number;
  store: FleetStore;
  patch: CurrentPatch | undefined;
  isSelected: boolean;
  isHovered: boolean;
  onSelect: (vehicle: LiveVehicle) => void;
  onHover: (slot: number) => void;
}) {
  const { row, start, at, of, store, patch, isSelected, isHovered, onSelect, onHover } = props;
  const { vehicle, status } = row;
  return (
    // The list takes the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- see above
    <div
      id={idOf(row)}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={at + 1}
      aria-setsize={of}
      className={`${styles.row} ${isHovered ? styles.hovered : ''}`}
      style={{ transform: `translateY(${start}px)`, height: rowPx }}
      onClick={() => onSelect(vehicle)}
      onPointerEnter={() => onHover(vehicle.slot)}
    >
      <Plate no={vehicle.vehicle} use={vehicle.plateUse} />
      <StatusText store={store} slot={vehicle.slot} status={status} isSpeeding={row.alert !== undefined} />
      <span className="cut t2">
        <bdi>{vehicle.driver ?? vehicle.model ?? ''}</bdi>
        {patch?.place && status !== 'OFF_DUTY' ? (
          <span className="t3">
            {(vehicle.driver ?? vehicle.model) ? ', ' : ''}
            <Place place={patch.place} lat={patch.lat} lon={patch.lon} isShort />
          </span>
        ) : null}
      </span>
      <span className={`t3 ${styles.end}`}>
        <Age store={store} slot={vehicle.slot} />
      </span>
    </div>
  );
}
