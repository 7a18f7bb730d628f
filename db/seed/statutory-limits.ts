import { statutoryKinds } from '#areas/roads/types/statutory-limit.contract.ts';
import { speedClasses } from '#areas/vehicles/vehicles.contract.ts';
import { roadTypes } from './road-types.ts';

const source =
  'S.O. 1522(E), Ministry of Road Transport and Highways, 6 April 2018, under section 112(2) of the Motor Vehicles Act, 1988';

/** The table of the notification: a row for each kind of road and class, as columns of its table. */
export const statutoryLimits = statutoryKinds.flatMap(({ value: kind, label }) => {
  const limits = roadTypes.find(({ code }) => code === kind)?.limits ?? [];
  return speedClasses.map(({ value: speedClass, label: of }, at) => ({
    name: `${label}: ${of}`,
    kind,
    speed_class: speedClass,
    limit_kmh: limits[at] ?? null,
    source,
    effective_from: '2018-04-06',
  }));
});
