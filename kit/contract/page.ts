/** How far into a list a call may go, and how many rows it answers at once. */
export interface PageLimits {
  maxSkip: number;
  maxTake: number;
  /** Rows when the caller says nothing. */
  take: number;
}

export interface Page {
  skip: number;
  take: number;
  /** Cursor of the page before. */
  after?: string;
}

/** A whole number within limits; undefined for anything else. */
export function wholeNumber(text: string, low: number, high: number): number | undefined {
  const read = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return read >= low && read <= high ? read : undefined;
}

/**
 * Reads `skip`, `take` and `after`, for every list there is.
 * @param text what the caller gave under a name, undefined when left out
 * @param wrong is called with a message for each parameter that is wrong
 */
export function pageOf(
  text: (name: string) => string | undefined,
  wrong: (name: string, message: string) => void,
  { maxSkip, maxTake, take }: PageLimits,
): Page {
  const whole = (name: string, low: number, high: number, otherwise: number): number => {
    const given = text(name);
    if (given === undefined) return otherwise;
    const read = wholeNumber(given, low, high);
    if (read === undefined) wrong(name, `Must be a whole number from ${low} to ${high}`);
    return read ?? otherwise;
  };
  const page = { skip: whole('skip', 0, maxSkip, 0), take: whole('take', 1, maxTake, take) };
  const after = text('after');
  if (after === undefined) return page;
  if (!/^[\w-]{1,2000}$/.test(after)) wrong('after', 'Not a cursor of this list');
  else if (page.skip > 0) wrong('after', 'Use either skip or after');
  return { ...page, after };
}

/** `skip` and `take` as documentation shows them. */
export const pageParameters = ({ maxSkip, maxTake, take }: PageLimits) => ({
  skip: { about: 'Rows to leave out', schema: { type: 'integer', minimum: 0, maximum: maxSkip, default: 0 } },
  take: { about: 'Rows to answer', schema: { type: 'integer', minimum: 1, maximum: maxTake, default: take } },
});

export const afterParameter = {
  about: 'Cursor from `next` of the page before; replaces skip',
  schema: { type: 'string' },
};
