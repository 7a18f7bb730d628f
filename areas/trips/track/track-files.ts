import { placeNameText } from '#kit/contract/places.ts';
import { metresBetween } from '#telematics/pipeline/geo.ts';
import type { TrackPoint } from '#telematics/pipeline/packed-track.ts';
import type { TripStop } from '../trip-answers.contract.ts';
import { degrees, tidy } from '../list/trip-rows.store.ts';

/** What a file of a track says besides its positions. */
export interface TrackFile {
  /** The vehicle's registration number. */
  vehicle: string;
  startAt: string;
  track: readonly TrackPoint[];
  stops: readonly TripStop[];
}

const entities: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
/** Text between tags; what XML cannot hold is left out. */
const xml = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 has no way to write
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/[<>&"']/g, (one) => entities[one] ?? '');
const isoOf = (time: number): string => new Date(time).toISOString();
const nameOf = ({ vehicle, startAt }: TrackFile): string => `${vehicle} ${startAt.slice(0, 16)}Z`;
const stopName = ({ kind, place }: TripStop): string =>
  [kind === 'idle' ? 'Idling' : 'No signal', ...(place ? [placeNameText(place)] : [])].join(', ');

/** The parts of a track between which nothing was heard: no line is drawn where nobody knows the way. */
function parts({ track, stops }: TrackFile): TrackPoint[][] {
  const gaps = stops.filter(({ kind }) => kind === 'gap').map(({ from, to }) => [Date.parse(from), Date.parse(to)]);
  const found: TrackPoint[][] = [];
  for (const [at, point] of track.entries()) {
    const before = track[at - 1];
    const isApart = !before || gaps.some(([from = 0, to = 0]) => before.fixAt >= from && point.fixAt <= to);
    if (isApart) found.push([point]);
    else found.at(-1)?.push(point);
  }
  return found;
}

/** GPX 1.1, with speed (m/s) and course as Garmin's extension of track points has them. */
export function gpxOf(file: TrackFile): string {
  const pointOf = ({ fixAt, latE7, lonE7, speedCkmh, courseDdeg }: TrackPoint) => {
    const known = [
      ...(speedCkmh === null ? [] : [`<gpxtpx:speed>${tidy(speedCkmh / 360, 3)}</gpxtpx:speed>`]),
      ...(courseDdeg === null ? [] : [`<gpxtpx:course>${courseDdeg / 10}</gpxtpx:course>`]),
    ];
    const more =
      known.length === 0
        ? ''
        : `<extensions><gpxtpx:TrackPointExtension>${known.join('')}</gpxtpx:TrackPointExtension></extensions>`;
    return `<trkpt lat="${degrees(latE7)}" lon="${degrees(lonE7)}"><time>${isoOf(fixAt)}</time>${more}</trkpt>`;
  };
  const stops = file.stops.map(
    (stop) =>
      `<wpt lat="${stop.lat}" lon="${stop.lon}"><time>${stop.from}</time><name>${xml(stopName(stop))}</name></wpt>\n`,
  );
  const segments = parts(file).map((part) => `<trkseg>\n${part.map(pointOf).join('\n')}\n</trkseg>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="Roadkeeper" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">
${stops.join('')}<trk><name>${xml(nameOf(file))}</name>
${segments.join('')}</trk>
</gpx>
`;
}

/** KML 2.2 with a track whose positions have their times. */
export function kmlOf(file: TrackFile): string {
  const tracks = parts(file).map(
    (part) =>
      `<gx:Track>\n${part.map(({ fixAt }) => `<when>${isoOf(fixAt)}</when>`).join('\n')}\n${part
        .map(({ latE7, lonE7 }) => `<gx:coord>${degrees(lonE7)} ${degrees(latE7)} 0</gx:coord>`)
        .join('\n')}\n</gx:Track>\n`,
  );
  const stops = file.stops.map(
    (stop) =>
      `<Placemark><name>${xml(stopName(stop))}</name><TimeSpan><begin>${stop.from}</begin><end>${stop.to}</end></TimeSpan><Point><coordinates>${stop.lon},${stop.lat},0</coordinates></Point></Placemark>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document><name>${xml(nameOf(file))}</name>
<Placemark><name>${xml(file.vehicle)}</name><gx:MultiTrack><gx:interpolate>0</gx:interpolate>
${tracks.join('')}</gx:MultiTrack></Placemark>
${stops.join('')}</Document>
</kml>
`;
}

/** A line for each position, with the way driven so far. */
export function csvOf({ track }: TrackFile): string {
  let metres = 0;
  const lines = track.map(({ fixAt, latE7, lonE7, speedCkmh, courseDdeg, accuracyCm }, at) => {
    const place = { lat: degrees(latE7), lon: degrees(lonE7) };
    const before = track[at - 1];
    if (before) metres += metresBetween({ lat: degrees(before.latE7), lon: degrees(before.lonE7) }, place);
    const shifted = (value: number | null, by: number) => (value === null ? '' : value / by);
    return [
      isoOf(fixAt),
      place.lat,
      place.lon,
      shifted(speedCkmh, 100),
      shifted(courseDdeg, 10),
      shifted(accuracyCm, 100),
      Math.round(metres),
    ].join();
  });
  const head = 'Time (UTC),Latitude,Longitude,Speed (km/h),Course (degrees),Accuracy (m),Distance (m)';
  return `\uFEFF${[head, ...lines].join('\r\n')}\r\n`;
}
