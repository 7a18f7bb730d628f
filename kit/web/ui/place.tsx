import { IconHomeMove } from '@tabler/icons-react';
import { inTownM, type PlaceName } from '#kit/contract/places.ts';
import { formatNumber, t, useT } from '#kit/web/i18n.ts';
import { placeText } from './units.ts';

/** 'Hinjawadi, Pune', or '12 km north of Hinjawadi, Pune'. */
export function placeNameText({ town, district, distanceM, side }: PlaceName): string {
  const named = district === '' || district === town ? town : t('places.district', { town, district });
  if (distanceM < inTownM) return named;
  const km = formatNumber(Math.round(distanceM / 1_000));
  return t('places.away', { km, side: t(`places.sides.${side}`), place: named });
}

/**
 * A vehicle is off duty, or was; for those who see where it was all the same, that the client does not.
 * @param isMark it is said of what is shown
 */
export function OffDuty({ isMark = false }: { isMark?: boolean }) {
  const t = useT();
  return (
    <span className="off-duty">
      <IconHomeMove className="i s" aria-hidden="true" />
      <bdi>{t(isMark ? 'places.offDutyMark' : 'places.offDuty')}</bdi>
    </span>
  );
}

/** What is nearer to a town than this, in metres, is said to be near it. */
const nearM = 10_000;

/** 'Hinjawadi', 'near Hinjawadi', or further away '12 km north of Hinjawadi'. */
function shortText(place: PlaceName): string {
  const { town, distanceM } = place;
  if (distanceM < inTownM) return town;
  return distanceM < nearM ? t('places.near', { place: town }) : placeNameText({ ...place, district: '' });
}

/** A position by its place, with state and degrees for who points at it; in degrees where no town is near. Null: it is hidden, off duty. */
export function Place(props: {
  place: PlaceName | null | undefined;
  lat: number | null;
  lon: number | null;
  /** There is little room: without the district, and what is near a town without how far and where. */
  isShort?: boolean;
}) {
  const { place, lat, lon, isShort } = props;
  useT();
  if (lat === null || lon === null) return <OffDuty />;
  const degrees = placeText(lat, lon);
  return place ? (
    <bdi title={[isShort && placeNameText(place), place.state, degrees].filter(Boolean).join(', ')}>
      {isShort ? shortText(place) : placeNameText(place)}
    </bdi>
  ) : (
    <bdi>{degrees}</bdi>
  );
}

/** 'Hinjawadi, Pune to Lonavala, Pune'; nothing where one of the two has no town near. */
export function FromTo({ from, to }: { from: PlaceName | null; to: PlaceName | null }) {
  const t = useT();
  return from && to ? <bdi>{t('places.fromTo', { from: placeNameText(from), to: placeNameText(to) })}</bdi> : null;
}
