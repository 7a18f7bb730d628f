import { vehicleWays } from '#areas/livemap/vehicle-ways.contract.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { PlacePanel } from '#kit/web/map/place/place-panel.tsx';
import type { incident } from '../incident/incident.contract.ts';

/** Where an emergency is. */
export function IncidentPlace({ row }: Pick<RecordTabProps<typeof incident>, 'row'>) {
  const t = useT();
  const { id, incidentNo, lat, lon, place, positionAt, raisedAt, vehicleId } = row;
  return (
    <PlacePanel
      subject={id}
      label={t('incidents.mapOf', { no: incidentNo })}
      lat={lat}
      lon={lon}
      place={place}
      at={positionAt}
      ways={vehicleWays(vehicleId, raisedAt)}
    />
  );
}
