import { bulkLimit } from '#kit/contract/list-query.ts';
import { refuse } from '#kit/server/refusals.ts';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Most characters of one text in what a call is sent: twice what the longest field keeps. */
const longestText = 40_000;
const tooLong = `At most ${longestText.toLocaleString('en')} characters`;
/** Most fields of one object: many more than a call knows. Each that is unknown would be told of. */
const mostNames = 1_000;
const tooMany = `At most ${mostNames.toLocaleString('en')} fields`;
/** Most values of one list; calls that take long ones say themselves how long. */
const longestList = 2 * bulkLimit;
const tooManyValues = `At most ${longestList.toLocaleString('en')} values`;

/** What is too long about a text, an object or a list by itself; undefined for what is not. */
export function excessOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length > longestText ? tooLong : undefined;
  if (Array.isArray(value)) return value.length > longestList ? tooManyValues : undefined;
  if (!isObject(value)) return undefined;
  const names = Object.keys(value);
  if (names.length > mostNames) return tooMany;
  return names.some((name) => name.length > longestText) ? tooLong : undefined;
}
/** … or about anything inside of it. */
function excessIn(whole: unknown): string | undefined {
  const open = [whole];
  while (open.length > 0) {
    const value = open.pop();
    const excess = excessOf(value);
    if (excess !== undefined) return excess;
    if (isObject(value))
      for (const one of Object.values(value)) if (isObject(one) || typeof one === 'string') open.push(one);
  }
  return undefined;
}

/**
 * Refuses what is longer than any call has a use for, before anything looks inside of it: texts, and objects and lists of too many
 * values.
 * @throws 400 with a message at each value of the body that holds such.
 */
export function refuseExcess(body: unknown): void {
  const whole = excessOf(body);
  if (whole !== undefined) throw refuse.badInput({ '': whole });
  if (!isObject(body)) return;
  const messages: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(body)) {
    const excess = excessIn(value);
    if (excess !== undefined) messages[Array.isArray(body) ? '' : name] = excess;
  }
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
}
