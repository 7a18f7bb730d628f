import type * as z from 'zod/mini';

/** What values are to be, by what schemas call it. */
const wanted: Readonly<Record<string, string>> = {
  string: 'Must be a text',
  number: 'Must be a number',
  int: 'Must be a whole number',
  boolean: 'Must be true or false',
  array: 'Must be a list',
  tuple: 'Must be a list',
  object: 'Must be an object',
  record: 'Must be an object',
  date: 'Must be a date',
  null: 'Must be empty',
  file: 'Must be a file',
};
const formats: Readonly<Record<string, string>> = {
  uuid: 'Must be an id',
  guid: 'Must be an id',
  email: 'Must be an email address',
  url: 'Must be a web address',
  date: 'Must be a date, like 2026-11-21',
  datetime: 'Must be a time, like 2026-11-21T04:30:00Z',
  safeint: 'Must be a whole number',
};

function tooSmall(origin: string, minimum: string): string {
  if (origin === 'string') return minimum === '1' ? 'Must not be empty' : `At least ${minimum} characters`;
  if (origin === 'array' || origin === 'set')
    return minimum === '1' ? 'Must not be empty' : `At least ${minimum} values`;
  return `Must be ${minimum} or more`;
}
function tooBig(origin: string, maximum: string): string {
  if (origin === 'string') return `At most ${maximum} characters`;
  if (origin === 'array' || origin === 'set') return `At most ${maximum} values`;
  return `Must be ${maximum} or less`;
}

/** What is wrong with a value, for a schema that says nothing of its own: never the words of the library that checks. */
export function plainFault(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      // What is not there at all is said in the same words, whatever kind of value it was to be.
      if (issue.input === undefined) return 'This field is required';
      return wanted[issue.expected] ?? 'Not in the right form';
    case 'invalid_value':
      return issue.values.length === 1
        ? `Must be ${String(issue.values[0])}`
        : `Must be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'Not in the right form';
    case 'too_small':
      return tooSmall(issue.origin, String(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum));
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return 'Not a field of this call';
    default:
      return 'Not in the right form';
  }
}
