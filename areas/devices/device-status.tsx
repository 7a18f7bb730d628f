import { shownFields } from '#kit/contract/catalogue.ts';
import { useT } from '#kit/web/i18n.ts';
import { durationText } from '#kit/web/ui/units.ts';
import { device } from './registry/device.contract.ts';
import type { DeviceHealthRow, DeviceProblem } from './health/health.contract.ts';

const { state: told } = shownFields(device);
const states = told?.kind === 'choice' ? told.choices : [];

/** The colour of a state. */
export const stateTone = (state: string): 'ok' | 'due' | 'bad' | 'info' | 'off' =>
  states.find(({ value }) => value === state)?.tone ?? 'off';

/** The state of a device: a shape, a word, a colour. */
export function DeviceState({ state }: { state: string }) {
  const choice = states.find(({ value }) => value === state);
  return (
    <span className={`st ${stateTone(state)}`}>
      <bdi>{choice?.label ?? state}</bdi>
    </span>
  );
}

export const stateName = (state: string): string => states.find(({ value }) => value === state)?.label ?? state;

/** How bad a problem is. */
export const problemTones: Readonly<Record<DeviceProblem, 'due' | 'bad' | 'info'>> = {
  SILENT: 'due',
  LONG_SILENT: 'bad',
  NEVER_HEARD: 'info',
  LOW_BATTERY: 'due',
  JUMPS: 'due',
  CLOCK: 'due',
  IGNITION: 'due',
  UNREAD: 'due',
  REFUSED_FRAMES: 'bad',
};

export function Problems({ problems }: { problems: readonly DeviceProblem[] }) {
  const t = useT();
  return (
    <span className="row wrap" style={{ gap: 4 }}>
      {problems.map((problem) => (
        <span key={problem} className={`tag st ${problemTones[problem]}`}>
          {t(`devices.problem.${problem}`)}
        </span>
      ))}
    </span>
  );
}

type Power = Pick<DeviceHealthRow, 'batteryPercent' | 'batteryV' | 'powerV' | 'charging'>;
/** What is known of its supply, in a line; undefined where it says nothing. */
export function powerText(t: ReturnType<typeof useT>, { batteryPercent, batteryV, powerV, charging }: Power) {
  const said = [
    batteryPercent === null ? null : t('devices.percent', { percent: Math.round(batteryPercent) }),
    batteryV === null ? null : t('devices.volts', { volts: batteryV.toFixed(2) }),
    charging === null ? null : t(charging ? 'devices.charging' : 'devices.notCharging'),
    powerV === null ? null : t('devices.supply', { volts: powerV.toFixed(1) }),
  ].filter((one) => one !== null);
  return said.length === 0 ? undefined : said.join(', ');
}

/** '3 s behind'; to half a minute it is right. */
export function clockOffText(t: ReturnType<typeof useT>, offsetS: number | null): string | undefined {
  if (offsetS === null) return undefined;
  if (Math.abs(offsetS) < 30) return t('devices.clockRight');
  return t(offsetS > 0 ? 'devices.clockBehind' : 'devices.clockAhead', { by: durationText(Math.abs(offsetS)) });
}
