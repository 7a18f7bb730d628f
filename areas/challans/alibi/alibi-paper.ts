import { placeNameText } from '#kit/contract/places.ts';
import { inIst } from '#kit/server/india-time.ts';
import { writePdf } from '#kit/server/pdf/paper.ts';
import type { Column, Row } from '#kit/server/pdf/table.ts';
import type { Geocoder } from '#kit/server/places/geocoder.ts';
import { drawSketch } from './alibi-sketch.ts';
import { kmhText, lengthText, metresText } from './alibi-words.rules.ts';
import type { AlibiFacts, AlibiFixShown, AlibiRow, Conclusion } from './alibi.contract.ts';

export const conclusionNames: Readonly<Record<Conclusion, string>> = {
  ELSEWHERE: 'Was elsewhere',
  THERE: 'Was there',
  NEAR: 'Was near, not proven',
  CANNOT_TELL: 'Not clear',
  NO_DATA: 'No data',
};

/** Positions on paper on either side of the time. */
const aside = 20;

export const timeText = ({ from, to }: AlibiFacts['asked']): string =>
  from === to ? inIst(from) : `${inIst(from)} to ${inIst(to)}`;

export function placeText({ lat, lon, place }: AlibiFacts['asked'], places: Geocoder): string {
  const named = places.nameOf(lat, lon);
  return [place, `${lat.toFixed(6)}, ${lon.toFixed(6)}`, named && placeNameText(named)].filter(Boolean).join(' · ');
}

/** What was asked, what came of it, and by which figures. */
function factPairs(facts: AlibiFacts, places: Geocoder): [string, string][] {
  const {
    asked,
    distance,
    clearM,
    marginM,
    neededKmh,
    fastestKmh,
    clock,
    before,
    after,
    gapS,
    leftOut,
    installations,
  } = facts;
  const fixText = (fix: AlibiFixShown | null) =>
    fix
      ? `${inIst(fix.at)}, ${metresText(fix.distanceM)} from the place, uncertain by ${metresText(fix.uncertaintyM)} (${fix.lat.toFixed(6)}, ${fix.lon.toFixed(6)})`
      : 'None';
  const pairs: [string, string][] = [
    ['Vehicle', asked.plate],
    ['Place', `${placeText(asked, places)}, with ${metresText(asked.radiusM)} around it`],
    ['Time', `${timeText(asked)}, with ${asked.toleranceMinutes} min before and after`],
    ['Challan number', asked.noticeNo ?? ''],
    ['Section', asked.section ?? ''],
    ['Looked at', `${inIst(facts.looked.from)} to ${inIst(facts.looked.to)}`],
  ];
  if (distance)
    pairs.push([
      'Distance then',
      `at least ${metresText(distance.leastM)}${distance.mostM === null ? '' : `, at most ${metresText(distance.mostM)}`}${distance.likelyM === null ? '' : `, likely ${metresText(distance.likelyM)}`}`,
    ]);
  if (clearM !== null && clearM > 0)
    pairs.push(['Stayed away by', `${metresText(clearM)} or more (proof asks for more than ${marginM} m)`]);
  if (neededKmh !== null)
    pairs.push(['Speed needed', `${kmhText(neededKmh)}; assumed possible are ${fastestKmh} km/h`]);
  if (facts.fixCount > 0 || before || after)
    pairs.push(['Position before', fixText(before)], ['Position after', fixText(after)]);
  if (gapS !== null) pairs.push(['Longest open gap used', lengthText(gapS * 1_000)]);
  if (clock.allowedS > 0)
    pairs.push([
      'Clock of the device',
      clock.offsetS === null
        ? `not measured then; ${clock.allowedS} s are allowed for it`
        : `off by up to ${clock.offsetS} s as measured; ${clock.allowedS} s are allowed for it`,
    ]);
  pairs.push(
    [
      'Positions left out',
      `${leftOut.jumps} that jumped, ${leftOut.unfit} that the device or its receiver marked as unfit`,
    ],
    [
      'Installed devices',
      installations
        .map(({ device, from, to }) => `${device} from ${inIst(from)}${to ? ` to ${inIst(to)}` : ''}`)
        .join('; ') || 'None',
    ],
  );
  return pairs;
}

const columns: readonly Column[] = [
  { name: 'Time (IST)', share: 3 },
  { name: 'Latitude', share: 1.7, isNumber: true },
  { name: 'Longitude', share: 1.7, isNumber: true },
  { name: 'Speed', share: 1.4, isNumber: true },
  { name: 'Uncertain by', share: 1.5, isNumber: true },
  { name: 'From the place', share: 1.7, isNumber: true },
];
const rowOf = (fix: AlibiFixShown): Row => [
  inIst(fix.at),
  fix.lat.toFixed(6),
  fix.lon.toFixed(6),
  fix.speedKmh === null ? null : `${Math.round(fix.speedKmh)} km/h`,
  metresText(fix.uncertaintyM),
  metresText(fix.distanceM),
];

/** The positions that stand nearest to the time. */
export function nearestFixes({ fixes, asked }: AlibiFacts): AlibiFixShown[] {
  const first = fixes.findIndex(({ at }) => at >= asked.from);
  const middle = first < 0 ? fixes.length : first;
  const end = fixes.findLastIndex(({ at }) => at <= asked.to) + 1;
  return fixes.slice(Math.max(0, middle - aside), Math.max(middle, end) + aside).slice(0, 200);
}

/** A stored alibi on paper. The same one gives the same paper. */
export function alibiPaper(row: AlibiRow, facts: AlibiFacts, places: Geocoder): Promise<Buffer> {
  const madeAt = new Date(row.madeAt);
  const title = `Where ${row.plate} was`;
  return writePdf(
    { title, subtitle: `${row.organisation} · ${timeText(facts.asked)}`, reference: row.ref, madeAt },
    async (paper) => {
      paper.heading(`Conclusion: ${conclusionNames[row.conclusion]}`);
      for (const words of facts.words) paper.paragraph(words);
      paper.heading('Facts');
      paper.facts(factPairs(facts, places));
      if (facts.fixes.length > 0) {
        paper.heading('Sketch');
        paper.sketch(
          `The place, and the positions of ${row.plate} around it${facts.distance ? `: at least ${metresText(facts.distance.leastM)} apart` : ''}`,
          250,
          (page, box) => drawSketch(page, box, facts),
        );
        paper.paragraph('North is up. Dashed: the straight line from the positions around that time to the place.');
        const shown = nearestFixes(facts);
        paper.heading('Positions');
        paper.paragraph(
          `${shown.length} of ${facts.fixCount} positions, those nearest to the time. All of them are in the contest pack.`,
        );
        await paper.table(columns, piecesOf(shown.map(rowOf)));
      }
      paper.heading('How to check this paper');
      paper.facts([
        ['Reference', row.ref],
        ['Made', `${inIst(row.madeAt)} by ${row.madeBy}`],
        ['SHA-256', row.sha256],
      ]);
      paper.paragraph(
        'The contest pack holds alibi.json. Its SHA-256 must be the one above: "sha256sum alibi.json" on Linux, "certutil -hashfile alibi.json SHA256" on Windows. It holds every figure of this paper. What was stored of this alibi was not changed since it was made.',
      );
      paper.paragraph(
        'Distances are straight lines, which are never longer than a road. Each uncertainty was counted against the vehicle: accuracy of positions, clock of the device, and the time that was given.',
      );
    },
  );
}

async function* piecesOf(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += 25) yield rows.slice(at, at + 25);
}
