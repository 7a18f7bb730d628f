import { expect, it } from 'vitest';
import { bodyOf, coordinatesIn, newQuestion } from './question.web.ts';

const whole = { ...newQuestion({}), plate: 'MH12AB1234', place: '18.52, 73.85', day: '2026-11-27', time: '14:35' };
const sent = (more: object) =>
  bodyOf({ ...whole, ...more }, (fault) => fault) as { body: Record<string, unknown>; wrong: object };

it('coordinates are read as people write them, and names are none', () => {
  expect(coordinatesIn('18.5204, 73.8567')).toEqual({ lat: 18.5204, lon: 73.8567 });
  expect(coordinatesIn(' 18.5204 73.8567 ')).toEqual({ lat: 18.5204, lon: 73.8567 });
  expect(coordinatesIn('-3;4')).toEqual({ lat: -3, lon: 4 });
  for (const text of ['', 'Pune', '18.5', '18,5204, 73.8567', '1 2 3']) expect(coordinatesIn(text)).toBeUndefined();
});

it('times are those of India, to the second, and a span over midnight ends on the next day', () => {
  expect(sent({}).body).toMatchObject({ from: '2026-11-27T14:35:00+05:30', to: null, lat: 18.52, lon: 73.85 });
  expect(sent({ time: '9:05:07', until: '09:30' }).body).toMatchObject({
    from: '2026-11-27T09:05:07+05:30',
    to: '2026-11-27T09:30:00+05:30',
  });
  expect(sent({ time: '23:50', until: '00:10' }).body['to']).toBe('2026-11-28T00:10:00+05:30');
});

it('what is missing is said by field, and what the address says stands in the form', () => {
  expect(Object.keys(sent({ place: 'Pune', time: '25:00', until: 'x', day: '' }).wrong)).toEqual([
    'place',
    'day',
    'from',
    'to',
  ]);
  const given = {
    plate: 'MH12AB1234',
    lat: '18.5',
    lon: '73.8',
    at: '2026-11-26T18:45:30Z',
    notice: 'N1',
    section: '183',
  };
  expect(newQuestion(given)).toMatchObject({
    plate: 'MH12AB1234',
    place: '18.5, 73.8',
    day: '2026-11-27',
    time: '00:15:30',
    notice: 'N1',
    section: '183',
  });
});
