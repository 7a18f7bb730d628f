/*
 * Apart from the checks of inputs: lists need these two alone, and the checks are as large as a list's own code.
 */

/** True for a day that exists in the calendar, 'YYYY-MM-DD', years 1900 to 2200. */
export function isDay(value: string): boolean {
  if (!/^(19|20|21)\d\d-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const isId = (value: unknown): value is string => typeof value === 'string' && uuid.test(value);
