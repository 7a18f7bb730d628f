import type { Box } from '#kit/server/pdf/paper.ts';
import { faces, inks, sizes } from '#kit/server/pdf/style.ts';
import { metresText } from './alibi-words.rules.ts';
import type { AlibiFacts } from './alibi.contract.ts';

const colours = { trace: '#2f5fd0', place: '#c2410c', gap: '#8a93a1' } as const;
/** Of a scale, metres. */
const steps = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
const degreeM = 111_195;

/** The place with its circle, the positions and the way between them, as lines: no map is needed for it. North is up. */
export function drawSketch(page: PDFKit.PDFDocument, { x, y, width, height }: Box, facts: AlibiFacts): void {
  const { asked, fixes, before, after } = facts;
  const perLon = degreeM * Math.cos((asked.lat * Math.PI) / 180);
  const metres = ({ lat, lon }: { lat: number; lon: number }) =>
    [(lon - asked.lon) * perLon, (lat - asked.lat) * degreeM] as const;
  const places = fixes.map(metres);
  const reach = Math.max(100, asked.radiusM * 1.2);
  const xs = [-reach, reach, ...places.map(([east]) => east)];
  const ys = [-reach, reach, ...places.map(([, north]) => north)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const edge = 26;
  const scale = Math.min((width - 2 * edge) / (east - west), (height - 2 * edge) / (north - south));
  const atX = (value: number) => x + width / 2 + (value - (east + west) / 2) * scale;
  const atY = (value: number) => y + height / 2 - (value - (north + south) / 2) * scale;
  page.save();
  page.rect(x, y, width, height).lineWidth(0.6).fillAndStroke('#fafbfc', inks.line);
  for (const fix of [before, after]) {
    if (!fix) continue;
    const [fixX, fixY] = metres(fix);
    page
      .moveTo(atX(fixX), atY(fixY))
      .lineTo(atX(0), atY(0))
      .lineWidth(0.8)
      .dash(3, { space: 3 })
      .stroke(colours.gap)
      .undash();
  }
  const [first, ...rest] = places;
  if (first) {
    page.moveTo(atX(first[0]), atY(first[1]));
    for (const [placeX, placeY] of rest) page.lineTo(atX(placeX), atY(placeY));
    page.lineWidth(1.2).stroke(colours.trace);
  }
  for (const [placeX, placeY] of places) page.circle(atX(placeX), atY(placeY), 1.3).fill(colours.trace);
  page
    .circle(atX(0), atY(0), Math.max(4, asked.radiusM * scale))
    .lineWidth(1)
    .stroke(colours.place);
  page.circle(atX(0), atY(0), 2).fill(colours.place);
  const say = (words: string, wordX: number, wordY: number, ink: string = inks.text) =>
    page.font(faces.bold).fontSize(sizes.small).fillColor(ink).text(words, wordX, wordY, { lineBreak: false });
  say('Place', atX(0) + 6, atY(0) - 12, colours.place);
  if (before && before.at !== after?.at)
    say('Before', atX(metres(before)[0]) + 5, atY(metres(before)[1]) - 4, colours.trace);
  if (after)
    say(
      before?.at === after.at ? 'Position' : 'After',
      atX(metres(after)[0]) + 5,
      atY(metres(after)[1]) + 5,
      colours.trace,
    );
  const step = steps.findLast((one) => one * scale <= width / 3) ?? (steps[0] as number);
  const foot = y + height - 10;
  page
    .moveTo(x + 10, foot)
    .lineTo(x + 10 + step * scale, foot)
    .lineWidth(1.4)
    .stroke(inks.text);
  say(metresText(step), x + 10, foot - 12);
  say('N ↑', x + width - 26, y + 8, inks.soft);
  page.restore();
}
