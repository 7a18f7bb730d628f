import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { PlaceName } from '#kit/contract/places.ts';
import { formatDay, formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Place } from '#kit/web/ui/place.tsx';
import { clockText, distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { ReportName, ReportRow } from './report-answers.contract.ts';
import type { ColumnKind, ReportColumn } from './report-columns.contract.ts';
import styles from '../reports.module.css';

/** A row of whatever report: what several have, and any column. */
export interface AnyRow {
  readonly id?: string;
  readonly orgId?: string;
  readonly vehicleId?: string;
  readonly vehicle?: string;
  readonly vehicleDeleted?: boolean;
  readonly driverId?: string | null;
  readonly driver?: string | null;
  readonly driverDeleted?: boolean;
  readonly geofenceId?: string;
  readonly state?: string;
  readonly day?: string;
  readonly startAt?: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly [column: string]: string | number | boolean | PlaceName | null | undefined;
}
export const anyRow = (row: ReportRow): AnyRow => row;
const none = <span className="t3">–</span>;

/** A figure as people read it. */
export function figureText(kind: ColumnKind, value: number): string {
  if (kind === 'distance') return distanceText(value);
  if (kind === 'duration') return durationText(value);
  return kind === 'speed' ? speedText(value) : formatNumber(value);
}

/** What tells a row from all others of its report. */
export const keyOf = (name: ReportName, row: AnyRow): string =>
  name === 'idling'
    ? `${row.id} ${row.startAt}`
    : (row.id ?? [row.orgId, row.vehicleId, row.driverId, row.day].join(' '));

/** A cell of a report, linked to what it is about where the reader may see that. */
export function ReportCell({ name, column, row }: { name: ReportName; column: ReportColumn; row: AnyRow }): ReactNode {
  const can = useCan();
  const value = row[column.key];
  switch (column.kind) {
    case 'vehicle':
      return <Vehicle row={row} isLinked={can('vehicle', 'view')} />;
    case 'driver':
      return <Driver row={row} isLinked={can('drivers', 'view')} />;
    case 'day':
      return <When at={String(value)} />;
    case 'time':
      return typeof value === 'string' ? <Time name={name} column={column} row={row} /> : <OpenEnd name={name} />;
    case 'place':
      return value && typeof value === 'object' ? (
        <span className={styles.where}>
          <Place place={value} lat={Number(row.lat)} lon={Number(row.lon)} />
        </span>
      ) : (
        none
      );
    case 'text':
      return column.key === 'geofence' && can('geofence', 'view') ? (
        <Link to={`/geofence/${String(row.geofenceId)}`} className="link">
          <bdi>{String(value ?? '')}</bdi>
        </Link>
      ) : (
        <bdi>{String(value ?? '')}</bdi>
      );
    default:
      if (typeof value !== 'number') return none;
      return column.key === 'trips' && name === 'daily-summary' ? (
        <TripsOfDay row={row} count={value} />
      ) : (
        <bdi>{figureText(column.kind, value)}</bdi>
      );
  }
}

/** What has no end yet: a visit that goes on. */
function OpenEnd({ name }: { name: ReportName }) {
  const t = useT();
  return name === 'geofence-visits' ? <span className="st info">{t('reports.inside')}</span> : none;
}

/** What was deleted keeps its name, and leads nowhere. */
function Gone({ children }: { children: ReactNode }) {
  const t = useT();
  return (
    <span className="t3">
      {children} <span className="sm">{t('reports.deleted')}</span>
    </span>
  );
}

function Vehicle({ row, isLinked }: { row: AnyRow; isLinked: boolean }) {
  const plate = <Code>{String(row.vehicle)}</Code>;
  if (row.vehicleDeleted === true) return <Gone>{plate}</Gone>;
  return isLinked ? (
    <Link to={`/vehicle/${String(row.vehicleId)}`} className="ttl">
      {plate}
    </Link>
  ) : (
    plate
  );
}

function Driver({ row, isLinked }: { row: AnyRow; isLinked: boolean }) {
  const t = useT();
  if (typeof row.driverId !== 'string') return <span className="t3">{t('trips.nobody')}</span>;
  const name = <bdi>{String(row.driver)}</bdi>;
  if (row.driverDeleted === true) return <Gone>{name}</Gone>;
  return isLinked ? (
    <Link to={`/drivers/${row.driverId}`} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}

/** The trips that a day of a vehicle adds up. */
function TripsOfDay({ row, count }: { row: AnyRow; count: number }) {
  const day = String(row.day);
  const search = { report: 'trips', from: day, to: day, vehicleId: String(row.vehicleId) };
  return (
    <Link to="/reports" search={search as never} className="link">
      <bdi>{formatNumber(count)}</bdi>
    </Link>
  );
}

/** Times of a report of days: the clock alone, with the day where it is another. */
function Time({ name, column, row }: { name: ReportName; column: ReportColumn; row: AnyRow }) {
  const t = useT();
  const can = useCan();
  const at = String(row[column.key]);
  if (row.state === 'LIVE' && column.key === 'endAt') return <span className="st ok">{t('trips.states.LIVE')}</span>;
  const dayOfRow = row.day ?? (column.key === 'endAt' ? row.startAt : undefined);
  const isSameDay = typeof dayOfRow === 'string' && formatDay(dayOfRow) === formatDay(at);
  const time = isSameDay ? (
    <time dateTime={at} title={formatTime(at)}>
      <bdi>{clockText(Date.parse(at))}</bdi>
    </time>
  ) : (
    <When at={at} />
  );
  const isOfTrip = name === 'trips' || name === 'stops' || name === 'idling';
  if (column.key !== 'startAt' || !isOfTrip || !can('vehicle-trips', 'view')) return time;
  return (
    <Link
      to={`/vehicle-trips/${String(row.id)}`}
      {...(name === 'idling' ? { search: { at } as never } : {})}
      className="link"
    >
      {time}
    </Link>
  );
}
