import { vehicleWays } from '#areas/livemap/vehicle-ways.contract.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { PlacePanel } from '#kit/web/map/place/place-panel.tsx';
import type { alarm } from '../alarm/alarm.contract.ts';
import { useIsOffDuty } from '../alarms.queries.ts';

/** Where a vehicle was when its device reported an alarm. */
export function AlarmPlace({ row }: Pick<RecordTabProps<typeof alarm>, 'row'>) {
  const t = useT();
  const isOffDuty = useIsOffDuty(row);
  const { id, what, lat, lon, place, lastAt, vehicleId } = row;
  return (
    <PlacePanel
      subject={id}
      label={t('alarms.mapOf', { what })}
      lat={lat}
      lon={lon}
      place={place}
      at={null}
      none={isOffDuty ? t('alarms.offDuty') : undefined}
      ways={vehicleWays(vehicleId, lastAt)}
    />
  );
}
