import { faces } from './style.ts';

/** Points and lengths of a drawing, from its top left corner; colours as #rrggbb. */
export interface Line {
  /** x and y in turns. */
  points: readonly number[];
  ink: string;
  width: number;
  /** Lengths of dash and gap; left out: a whole line. */
  dash?: readonly [number, number];
}
export interface Words {
  x: number;
  y: number;
  text: string;
  size: number;
  ink: string;
  /** Where the words begin, or end. */
  anchor?: 'start' | 'middle' | 'end';
}

/** Lines and words, drawn the same as SVG and on a paper. The lower ones come first. */
export interface Drawing {
  width: number;
  height: number;
  lines: readonly Line[];
  words: readonly Words[];
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Hundredths: the same on every machine. */
const short = (value: number): string => String(Math.round(value * 100) / 100);

const pathOf = ({ points }: Line): string => {
  const pairs: string[] = [];
  for (let at = 0; at + 1 < points.length; at += 2)
    pairs.push(`${at === 0 ? 'M' : 'L'}${short(points[at] ?? 0)} ${short(points[at + 1] ?? 0)}`);
  return pairs.join(' ');
};

/** As a file of its own. @param title what it shows, in words */
export function svgOf({ width, height, lines, words }: Drawing, title: string): string {
  const drawn = lines.map(
    (line) =>
      `<path d="${pathOf(line)}" fill="none" stroke="${line.ink}" stroke-width="${short(line.width)}" stroke-linejoin="round" stroke-linecap="round"${
        line.dash ? ` stroke-dasharray="${line.dash.map(short).join(' ')}"` : ''
      }/>`,
  );
  const said = words.map(
    ({ x, y, text, size, ink, anchor = 'start' }) =>
      `<text x="${short(x)}" y="${short(y)}" font-size="${short(size)}" fill="${ink}" text-anchor="${anchor}">${escaped(text)}</text>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" role="img" font-family="sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    ...drawn,
    ...said,
    '</svg>\n',
  ].join('\n');
}

/** On a paper, at a place and so many times as large. */
export function draw(
  document: PDFKit.PDFDocument,
  { lines, words }: Drawing,
  { x, y, times }: { x: number; y: number; times: number },
): void {
  document.save().translate(x, y).scale(times);
  for (const line of lines) {
    document.path(pathOf(line)).lineWidth(line.width).lineJoin('round').lineCap('round');
    if (line.dash) document.dash(line.dash[0], { space: line.dash[1] });
    document.stroke(line.ink);
    if (line.dash) document.undash();
  }
  for (const { x: left, y: base, text, size, ink, anchor = 'start' } of words) {
    document.font(faces.plain).fontSize(size).fillColor(ink);
    const long = document.widthOfString(text);
    const from = anchor === 'end' ? left - long : anchor === 'middle' ? left - long / 2 : left;
    document.text(text, from, base - size * 1.05, { lineBreak: false });
  }
  document.restore();
}
