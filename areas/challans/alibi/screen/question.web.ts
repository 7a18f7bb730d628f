import { indiaDay } from '#kit/contract/days.ts';
import { alibiLimits } from '../alibi.contract.ts';

/** What stands in the fields of the form. */
export interface Question {
  plate: string;
  /** Coordinates, or the name of a place to look for. */
  place: string;
  placeName: string;
  radius: string;
  day: string;
  time: string;
  until: string;
  tolerance: string;
  notice: string;
  section: string;
}

/** A new question, with what the address says of it already. */
export function newQuestion(search: Readonly<Record<string, unknown>>): Question {
  const said = (name: string) => (typeof search[name] === 'string' ? (search[name] as string) : '');
  const at = Date.parse(said('at'));
  const isKnown = !Number.isNaN(at);
  const clock = isKnown ? new Date(at + 5.5 * 3_600_000).toISOString().slice(11, 19) : '';
  return {
    plate: said('plate'),
    place: said('lat') && said('lon') ? `${said('lat')}, ${said('lon')}` : '',
    placeName: said('place'),
    radius: String(alibiLimits.radiusM.usual),
    day: indiaDay(isKnown ? new Date(at) : new Date()),
    time: clock.endsWith(':00') ? clock.slice(0, 5) : clock,
    until: '',
    tolerance: String(alibiLimits.toleranceMinutes.usual),
    notice: said('notice'),
    section: said('section'),
  };
}

/** Latitude and longitude, as they are typed: '18.52, 73.85' or '18.52 73.85'. */
export function coordinatesIn(text: string): { lat: number; lon: number } | undefined {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(text);
  return found ? { lat: Number(found[1]), lon: Number(found[2]) } : undefined;
}

const isClock = (text: string) => /^(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text.trim());
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
const twoDigits = (time: string) => (/^\d:/.test(time) ? `0${time}` : time);
const iso = (day: string, time: string) => {
  const clock = twoDigits(time.trim());
  return `${day}T${clock.length === 5 ? `${clock}:00` : clock}+05:30`;
};
const dayMs = 86_400_000;
/** An end that stands before the beginning is of the next day: 23:50 to 00:10. */
function endOf(day: string, from: string, until: string): string {
  const end = iso(day, until);
  if (Date.parse(end) >= Date.parse(from)) return end;
  return iso(new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10), until);
}

type Fault = 'alibi.placeRequired' | 'alibi.dayWrong' | 'alibi.timeWrong';

/** The question as the call takes it, or what is wrong with it by field. @param t gives the words of a fault */
export function bodyOf(
  asked: Question,
  t: (fault: Fault) => string,
): { body: object } | { wrong: Record<string, string> } {
  const wrong: Record<string, string> = {};
  const place = coordinatesIn(asked.place);
  if (!place) wrong['place'] = t('alibi.placeRequired');
  if (!isDay(asked.day)) wrong['day'] = t('alibi.dayWrong');
  if (!isClock(asked.time)) wrong['from'] = t('alibi.timeWrong');
  if (asked.until !== '' && !isClock(asked.until)) wrong['to'] = t('alibi.timeWrong');
  if (!place || Object.keys(wrong).length > 0) return { wrong };
  const from = iso(asked.day, asked.time);
  const number = (text: string) => (text.trim() === '' ? undefined : Number(text));
  return {
    body: {
      plate: asked.plate,
      ...place,
      radiusM: number(asked.radius),
      place: asked.placeName || null,
      from,
      to: asked.until === '' ? null : endOf(asked.day, from, asked.until),
      toleranceMinutes: number(asked.tolerance),
      noticeNo: asked.notice || null,
      section: asked.section || null,
    },
  };
}
