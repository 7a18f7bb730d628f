import { verdicts } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { useT } from '#kit/web/i18n.ts';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { durationText, speedText } from '#kit/web/ui/units.ts';
import type { LiveVehicle } from '../channel/live-vehicles.contract.ts';
import type { FleetStore } from './fleet-store.web.ts';
import type { Status } from './rows.web.ts';

const tones: Readonly<Record<Status, string>> = {
  MOVING: 'ok',
  IDLE: 'info',
  STOPPED: 'off',
  SILENT: 'due',
  OFF_DUTY: 'off',
  NONE: 'off',
  UNTOLD: 'off',
};
export const toneOf = (status: Status): string => tones[status];

/** What a vehicle does in a word, and how fast or since when. */
export function StatusText(props: { store: FleetStore; slot: number; status: Status; isSpeeding: boolean }) {
  const { store, slot, status, isSpeeding } = props;
  const t = useT();
  const reading = store.read(slot);
  const word = t(`livemap.motions.${status}`);
  const text = status === 'MOVING' && reading?.speedKmh !== undefined ? speedText(reading.speedKmh) : word;
  if (status === 'OFF_DUTY') return <OffDuty />;
  return (
    <span className="row">
      {reading?.isOffDuty ? <OffDuty /> : null}
      {reading?.hasAlarm ? <span className="st bad sm">{t('livemap.alarm')}</span> : null}
      <span className={`st ${isSpeeding ? 'bad' : toneOf(status)} sm`}>
        {isSpeeding ? <span className="sr">{t('livemap.speeding')} </span> : null}
        {status === 'MOVING' && text !== word ? <span className="sr">{word} </span> : null}
        <bdi>{text}</bdi>
      </span>
    </span>
  );
}

/** The compliance status of a vehicle in its shortest words. */
export function Compliance({ colour }: { colour: LiveVehicle['verdict'] }) {
  const verdict = verdicts.find(({ value }) => value === colour);
  return (
    <span className={`st ${verdict?.tone ?? 'off'}`}>
      {verdict && 'short' in verdict ? verdict.short : verdict?.label}
    </span>
  );
}

/** How long ago a vehicle said where it is; within half a minute it is now. */
export function Age({ store, slot }: { store: FleetStore; slot: number }) {
  const t = useT();
  const reading = store.read(slot);
  if (!reading) return <span className="t3">–</span>;
  const { ageS } = reading;
  return <bdi>{ageS < 30 ? t('livemap.now') : durationText(ageS < 3_600 ? Math.max(60, ageS) : ageS)}</bdi>;
}
