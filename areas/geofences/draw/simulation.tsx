import { IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import { type AnyField, ref } from '#kit/contract/fields.ts';
import { ApiError } from '#kit/web/api.ts';
import { toInput } from '#kit/web/catalogue/form/form-values.ts';
import type { FormValues } from '#kit/web/catalogue/form/form-values.ts';
import { RefInput } from '#kit/web/catalogue/inputs/ref-input.tsx';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { distanceText, speedText } from '#kit/web/ui/units.ts';
import type { SimulatedEvent } from '../event-answers.contract.ts';
import { decidingFields, geofence } from '../geofence/geofence.contract.ts';
import { type Simulation, simulate, useTripLine, useTripsOf } from '../geofences.queries.ts';
import styles from '../geofences.module.css';

const vehicle = ref('vehicle', { label: 'Vehicle' });

interface Props {
  values: FormValues;
  onLine: (line: readonly (readonly [number, number])[] | undefined) => void;
  onEvents: (events: readonly SimulatedEvent[]) => void;
}

/** Tests the geofence on a past trip, before it is saved. */
export function SimulationPanel({ values, onLine, onEvents }: Props) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const [vehicleId, setVehicleId] = useState('');
  const [tripId, setTripId] = useState('');
  const [result, setResult] = useState<Simulation>();
  const [failure, setFailure] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const trips = useTripsOf(vehicleId);
  const line = useTripLine(tripId);
  useEffect(() => onLine(line.data), [line.data, onLine]);
  if (!can('vehicle', 'view') || !can('vehicle-trips', 'view')) return null;
  const show = (found: Simulation | undefined, message = '') => {
    setResult(found);
    setFailure(message);
    onEvents(found?.events ?? []);
  };
  const run = async () => {
    setIsBusy(true);
    const body = Object.fromEntries(
      decidingFields.map((name) => [name, toInput(geofence.fields[name] as AnyField, values[name])]),
    );
    try {
      show(await simulate({ ...body, tripId }));
    } catch (error) {
      const fields = error instanceof ApiError ? Object.values(error.body?.fields ?? {}) : [];
      show(undefined, fields[0] ?? (error instanceof Error ? error.message : ''));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <fieldset className={styles.simulation}>
      <legend className="mid">{t('geofences.test')}</legend>
      <div className="fld">
        <label htmlFor={`${id}-vehicle`}>{t('trips.vehicle')}</label>
        <RefInput
          id={`${id}-vehicle`}
          field={{ ...vehicle, label: t('trips.vehicle'), optional: true } as never}
          value={vehicleId}
          error={undefined}
          onChange={(value) => {
            setVehicleId(String(value ?? ''));
            setTripId('');
            show(undefined);
          }}
          onBlur={() => undefined}
          first={false}
          current={null}
          stored={null}
        />
      </div>
      <div className="fld">
        <label htmlFor={`${id}-trip`}>{t('trips.trip')}</label>
        <select
          id={`${id}-trip`}
          className="inp"
          value={tripId}
          disabled={!trips.data?.length}
          onChange={(event) => {
            setTripId(event.currentTarget.value);
            show(undefined);
          }}
        >
          <option value="">{t(trips.data?.length === 0 ? 'trips.none' : 'geofences.chooseTrip')}</option>
          {trips.data?.map((trip) => (
            <option key={trip.id} value={trip.id}>
              {`${formatTime(trip.startAt)}, ${distanceText(trip.distanceM)}`}
            </option>
          ))}
        </select>
      </div>
      <button type="button" className="btn d" disabled={tripId === '' || isBusy} onClick={() => void run()}>
        <IconPlayerPlay className="i s" aria-hidden="true" />
        {t('geofences.runTest')}
      </button>
      <div role="status">
        {failure ? <p className="errm">{failure}</p> : null}
        {result ? <Result result={result} /> : null}
      </div>
    </fieldset>
  );
}

function Result({ result: { events, isCut } }: { result: Simulation }) {
  const t = useT();
  const raised = events.filter((event) => event.raised).length;
  return (
    <>
      <p className="mid">{t('geofences.wouldRaise', { count: raised })}</p>
      {isCut ? <p className="t2 sm">{t('geofences.cut')}</p> : null}
      <ul className={styles.results}>
        {events.map(({ kind, at, raised, speedKmh }) => (
          <li key={`${kind} ${at}`}>
            <span className={`st ${raised ? 'info' : 'off'}`}>{t(`geofences.events.${kind}`)}</span>
            <bdi>{formatTime(at)}</bdi>
            <bdi className="t2">{raised ? speedText(speedKmh) : t('geofences.notRaised')}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}
