import * as z from 'zod/mini';
import { refuse } from '#kit/server/refusals.ts';
import { alibiLimits } from './alibi.contract.ts';
import type { AlibiAsked } from './find-alibi.ts';

const { radiusM, toleranceMinutes, spanHours, noteLetters } = alibiLimits;

const text = (what: string, most: number) =>
  z.string({ error: `${what} is required` }).check(
    z.maxLength(most, { error: `At most ${most} characters` }),
    // oxlint-disable-next-line no-control-regex -- what no screen shows
    z.regex(/^[^\u0000-\u001f\u007f]*$/, { error: 'Contains characters that cannot be used' }),
  );
const note = (what: string) => z.optional(z.nullable(text(what, noteLetters)));
const degrees = (what: string, most: number) =>
  z
    .number({ error: `${what} is required` })
    .check(
      z.gte(-most, { error: `${what} must be between -${most} and ${most}` }),
      z.lte(most, { error: `${what} must be between -${most} and ${most}` }),
    );
const time = (what: string) =>
  z.iso.datetime({ offset: true, error: `${what} must be a time with its zone, like 2026-11-27T14:35:00+05:30` });

/** What is asked: which vehicle, where, when. */
export const alibiBody = z.strictObject({
  plate: text('Registration number', 20),
  lat: degrees('Latitude', 90),
  lon: degrees('Longitude', 180),
  /** Metres around the place that still count as the place. */
  radiusM: z.optional(
    z
      .number({ error: 'Must be a number' })
      .check(
        z.gte(radiusM.least, { error: `At least ${radiusM.least} m` }),
        z.lte(radiusM.most, { error: `At most ${radiusM.most.toLocaleString('en-IN')} m` }),
      ),
  ),
  /** What the challan calls the place. */
  place: note('Place'),
  from: time('Time'),
  /** Left out: the time is a moment. */
  to: z.optional(z.nullable(time('Until'))),
  toleranceMinutes: z.optional(
    z
      .number({ error: 'Must be a number' })
      .check(
        z.gte(0, { error: 'Must not be negative' }),
        z.lte(toleranceMinutes.most, { error: `At most ${toleranceMinutes.most} minutes` }),
      ),
  ),
  noticeNo: note('Challan number'),
  section: note('Section'),
});

/** In and around India latitudes are from 6 to 38 and longitudes from 68 to 98. */
const isNearIndia = (lat: number, lon: number): boolean => lat >= 6 && lat <= 38 && lon >= 68 && lon <= 98;
const earliest = Date.UTC(2000, 0, 1);

/** @throws 400 with what is wrong by field */
export function askedOf(body: z.infer<typeof alibiBody>): AlibiAsked {
  const wrong: Record<string, string> = {};
  const plate = body.plate.toUpperCase().replaceAll(/[\s-]/g, '');
  if (plate === '') wrong['plate'] = 'Registration number is required';
  else if (!/^[A-Z0-9/]{4,15}$/.test(plate)) wrong['plate'] = 'Not a registration number. Write it like MH12AB1234';
  if (!isNearIndia(body.lat, body.lon) && isNearIndia(body.lon, body.lat))
    for (const name of ['lat', 'lon']) wrong[name] = 'Latitude and longitude look swapped';
  const from = Date.parse(body.from);
  const to = body.to ? Date.parse(body.to) : from;
  if (from < earliest) wrong['from'] = 'Must be after the year 2000';
  if (to < from) wrong['to'] = 'Must not be before the beginning';
  else if (to - from > spanHours * 3_600_000) wrong['to'] = `At most ${spanHours} hours after the beginning`;
  if (Object.keys(wrong).length > 0) throw refuse.badInput(wrong);
  const trimmed = (value: string | null | undefined) => value?.trim() || null;
  return {
    plate,
    lat: Math.round(body.lat * 1e7) / 1e7,
    lon: Math.round(body.lon * 1e7) / 1e7,
    radiusM: body.radiusM ?? radiusM.usual,
    place: trimmed(body.place),
    from,
    to,
    toleranceMinutes: body.toleranceMinutes ?? toleranceMinutes.usual,
    noticeNo: trimmed(body.noticeNo),
    section: trimmed(body.section),
  };
}
