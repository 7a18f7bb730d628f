import type { Recorded } from './replay.ts';

// Track points of a GPX file. Not a reader of XML: it looks for the tags of points from front to back, once, and resolves nothing that the
// text refers to, so that no text makes it slow or makes it read another file.

const longestTag = 1_000;
const longestPoint = 10_000;

/**
 * Points that have a time; those without are left out.
 * @throws Error when the text has no track point.
 */
export function readGpx(file: string): Recorded[] {
  const text = withoutComments(file);
  const points: Recorded[] = [];
  const first = text.indexOf('<trkpt');
  if (first < 0) throw new Error('There is no track point (trkpt) in the file');
  for (let at = first; at >= 0; at = text.indexOf('<trkpt', at + 1)) {
    const tag = text.slice(at, at + longestTag);
    const end = tag.indexOf('>');
    if (end < 0) continue;
    const [lat, lon] = [attributeOf(tag.slice(0, end), 'lat'), attributeOf(tag.slice(0, end), 'lon')];
    const body = bodyOf(text, at + end);
    const time = Date.parse(elementOf(body, 'time') ?? '');
    if (lat === null || lon === null || Number.isNaN(time)) continue;
    const metresPerSecond = numberIn(elementOf(body, 'speed') ?? elementOf(body, 'gpxtpx:speed'));
    points.push({ time, lat, lon, speedKmh: metresPerSecond === null ? null : metresPerSecond * 3.6, accuracyM: null });
  }
  return points;
}

/** One that has no end takes the rest of the text with it. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    kept.push(text.slice(from, at));
    const end = text.indexOf('-->', at + 4);
    if (end < 0) return kept.join('');
    from = end + 3;
  }
  return [...kept, text.slice(from)].join('');
}

/** What stands between the tag of a point and its end, or the next point. */
function bodyOf(text: string, tagEnd: number): string {
  if (text[tagEnd - 1] === '/') return '';
  const body = text.slice(tagEnd + 1, tagEnd + 1 + longestPoint);
  const end = body.search(/<\/trkpt|<trkpt/);
  return end < 0 ? body : body.slice(0, end);
}

function attributeOf(tag: string, name: string): number | null {
  return numberIn(new RegExp(`\\s${name}\\s?=\\s?["']([^"']*)["']`).exec(tag)?.[1]);
}

function elementOf(body: string, name: string): string | undefined {
  const from = body.indexOf(`<${name}>`);
  if (from < 0) return undefined;
  const to = body.indexOf('<', from + 1);
  return to < 0 ? undefined : body.slice(from + name.length + 2, to).trim();
}

function numberIn(text: string | undefined): number | null {
  return text !== undefined && /^[+-]?\d{1,9}(?:\.\d{1,20})?$/.test(text.trim()) ? Number(text) : null;
}
