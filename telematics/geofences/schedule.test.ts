import { expect, it } from 'vitest';
import { isWithin } from './schedule.ts';

/** A moment of India, in the week from Monday 23 November 2026. */
const india = (day: number, clock: string) => Date.parse(`2026-11-${23 + day}T${clock}:00+05:30`);

it('a schedule within a day begins with its first minute and ends before its last', () => {
  const office = { days: [0, 1, 2, 3, 4], from: 9 * 60, to: 18 * 60 };
  expect(isWithin(office, india(0, '09:00'))).toBe(true);
  expect(isWithin(office, india(0, '08:59'))).toBe(false);
  expect(isWithin(office, india(4, '17:59'))).toBe(true);
  expect(isWithin(office, india(4, '18:00'))).toBe(false);
  expect(isWithin(office, india(5, '12:00'))).toBe(false);
});

it('a night belongs to the day on whose evening it begins', () => {
  const friday = { days: [4], from: 22 * 60, to: 5 * 60 };
  expect(isWithin(friday, india(4, '21:59'))).toBe(false);
  expect(isWithin(friday, india(4, '22:00'))).toBe(true);
  expect(isWithin(friday, india(5, '04:59'))).toBe(true);
  expect(isWithin(friday, india(5, '05:00'))).toBe(false);
  expect(isWithin(friday, india(4, '04:00'))).toBe(false);
  const sunday = { days: [6], from: 22 * 60, to: 5 * 60 };
  expect(isWithin(sunday, india(7, '04:00'))).toBe(true);
});

it('without days it holds every day, and from one minute to the same for all of it', () => {
  expect(isWithin({ days: [], from: 22 * 60, to: 5 * 60 }, india(2, '23:30'))).toBe(true);
  expect(isWithin({ days: [], from: 60, to: 60 }, india(2, '00:30'))).toBe(true);
  expect(isWithin({ days: [2], from: 0, to: 0 }, india(2, '23:30'))).toBe(true);
  expect(isWithin({ days: [2], from: 0, to: 0 }, india(3, '00:30'))).toBe(false);
});
