import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { writes } from '#kit/web/catalogue/data.ts';
import { bodyOf, startValues } from '#kit/web/catalogue/form/form-values.ts';
import { useT } from '#kit/web/i18n.ts';
import { rowAction } from '#kit/web/ui/use-action.ts';
import { durationText } from '#kit/web/ui/units.ts';
import { refreshDevices } from '../devices.queries.ts';
import type { DeviceHealth } from '../health/health.contract.ts';
import styles from '../devices.module.css';

/** How the times of a device are taken, and the offset that its clock seems to have. */
export function DeviceClock(props: { definition: AnyCatalogue; row: AnyRow; health: DeviceHealth; mayAct: boolean }) {
  const { definition, row, health, mayAct } = props;
  const t = useT();
  const { clockRule, clockOffsetMin, offeredOffsetMin: offered } = health;
  const by = (minutes: number) => durationText(Math.abs(minutes) * 60);
  const take = (minutes: number) => {
    const rule =
      minutes === 0 ? { clockRule: '', clockOffsetMin: '' } : { clockRule: 'OFFSET', clockOffsetMin: `${minutes}` };
    const body = bodyOf(definition, { ...startValues(definition, row, {}), ...rule });
    void rowAction(refreshDevices, () => writes.save(definition, body, row));
  };
  const isSet = clockRule === 'OFFSET' && clockOffsetMin !== null && clockOffsetMin !== 0;
  if (offered === null && clockRule !== 'ARRIVAL' && !isSet) return null;
  return (
    <div className={`t2 sm ${styles['clock-said']}`}>
      {clockRule === 'ARRIVAL' ? <p>{t('devices.clockRules.ARRIVAL')}</p> : null}
      {isSet && clockOffsetMin !== null ? (
        <p>{t(`devices.clockRules.${clockOffsetMin > 0 ? 'OFFSET' : 'BEHIND'}`, { by: by(clockOffsetMin) })}</p>
      ) : null}
      {offered === null ? null : (
        <p className="alert info" role="status">
          {offered === 0
            ? t('devices.clockOfferNone')
            : t(offered > 0 ? 'devices.clockOffer' : 'devices.clockOfferBehind', { by: by(offered) })}{' '}
          {mayAct ? (
            <button type="button" className="btn d sm" onClick={() => take(offered)}>
              {t('devices.clockTake')}
            </button>
          ) : null}
        </p>
      )}
    </div>
  );
}
