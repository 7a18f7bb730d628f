import { aadhaarMessage, holdsAadhaar, lastFour, maskAadhaar } from '#kit/contract/formats/find-aadhaar.ts';
import { refuse } from '#kit/server/refusals.ts';

/**
 * What a call does about full Aadhaar numbers in what it is sent. Left out: it is refused.
 * 'mask' goes on with their last four digits, for texts in bulk of which each is judged by itself; `last4` names values of the
 * body that may be one and are cut to their last four digits, `taken` such that a rule of their own looks at; 'taken' is for a call that looks at one and keeps nothing.
 */
export type AadhaarRule = 'mask' | 'taken' | { last4?: readonly string[]; taken?: readonly string[] };

type Place = Record<string, unknown>;
const isObject = (value: unknown): value is Place => typeof value === 'object' && value !== null;

/** Every text inside a value, however deep, with the place that holds it. */
function* textsIn(whole: unknown): Generator<{ place: Place; key: string; text: string }> {
  const open: Place[] = isObject(whole) ? [whole] : [];
  for (let place = open.pop(); place; place = open.pop())
    for (const [key, value] of Object.entries(place)) {
      if (typeof value === 'string') yield { place, key, text: value };
      else if (isObject(value)) open.push(value);
    }
}
function isHeldBy(value: unknown): boolean {
  if (typeof value === 'string') return holdsAadhaar(value);
  for (const { key, text } of textsIn(value)) if (holdsAadhaar(text) || holdsAadhaar(key)) return true;
  return false;
}

/**
 * Looks through what was sent with a call before anything else sees it.
 * @returns the body to go on with.
 * @throws 400 with a message at each field that holds an Aadhaar number.
 */
export function withoutAadhaar(rule: AadhaarRule | undefined, body: unknown, query: Readonly<Place>): unknown {
  if (rule === 'taken') return body;
  const messages: Record<string, string> = {};
  for (const [name, value] of Object.entries(query))
    if (holdsAadhaar(name)) messages[''] = aadhaarMessage;
    else if (isHeldBy(value)) messages[name] = aadhaarMessage;
  if (rule === 'mask') {
    for (const { place, key, text } of textsIn(body)) place[key] = maskAadhaar(text);
  } else if (isObject(body)) {
    for (const name of rule?.last4 ?? []) {
      const value = Object.hasOwn(body, name) ? body[name] : undefined;
      if (typeof value === 'string') body[name] = lastFour(value) ?? value;
    }
    for (const [name, value] of Object.entries(body))
      if (holdsAadhaar(name)) messages[''] = aadhaarMessage;
      else if (!rule?.taken?.includes(name) && isHeldBy(value))
        messages[Array.isArray(body) ? '' : name] = aadhaarMessage;
  } else if (isHeldBy(body)) messages[''] = aadhaarMessage;
  if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
  return body;
}

/** Messages of a refusal without anything that the caller must not be answered either. */
export const maskedFields = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [maskAadhaar(name), maskAadhaar(message)]));
