import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { fieldSchema, orderMessages } from '#kit/contract/input.ts';
import { ApiError } from '../../api.ts';
import { said } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import { historySince, writes } from '../data.ts';
import { bodyOf, messageOf, startValues, toInput } from '../form/form-values.ts';
import { type Author, authorOf } from '../../live/authors.ts';

/** How often a save is tried again over what others saved in the meantime. */
const mostRounds = 5;

export type SaveAnswer =
  | { kind: 'saved'; row: AnyRow }
  /** Somebody else gave this very field another value. */
  | { kind: 'changed'; row: AnyRow; author: Author | undefined }
  /** The value cannot be taken; the message belongs to the cell. */
  | { kind: 'refused'; message: string }
  /** Not the value's fault; without a message when the reader was told already. */
  | { kind: 'failed'; message?: string };

const equal = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** What was typed into a cell: the value to store, whether it says anything new, and why it cannot be saved. */
export function readTyped(
  definition: AnyCatalogue,
  base: AnyRow,
  name: string,
  typed: unknown,
): { value: unknown; same: boolean; message: string | undefined } {
  const field: AnyField = definition.fields[name];
  const checked = fieldSchema(field).safeParse(toInput(field, typed));
  const value = checked.success ? checked.data : toInput(field, typed);
  const same = equal(value, base[name]) || equal(typed, startValues(definition, base, {})[name]);
  const between = orderMessages(definition, { ...base, [name]: value });
  const broken = definition.ordered.find(([from, to]) => (from === name || to === name) && between[to]);
  const message = messageOf(field, typed, false) ?? (broken ? between[broken[1]] : undefined);
  return { value, same, message: message && said(message) };
}

/**
 * Saves a row with one of its fields changed. What others saved since stays: when only other fields changed, the save is
 * made anew over their version.
 * @param base the row as it was when the change began.
 */
export async function saveField(
  definition: AnyCatalogue,
  base: AnyRow,
  name: string,
  typed: unknown,
): Promise<SaveAnswer> {
  const { value } = readTyped(definition, base, name, typed);
  let against = base;
  for (let round = 1; ; round += 1) {
    try {
      const values = { ...startValues(definition, against, {}), [name]: typed };
      const { data } = await writes.save(definition, bodyOf(definition, values), against);
      return { kind: 'saved', row: data };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const current = error.status === 412 ? (error.body.current as AnyRow | undefined) : undefined;
      if (!current || round === mostRounds) return refusal(definition, name, error);
      if (equal(current[name], value)) {
        await invalidate(definition.path);
        return { kind: 'saved', row: current };
      }
      if (!equal(current[name], base[name])) {
        const author = authorOf(await historySince(definition, base), name);
        return { kind: 'changed', row: current, author };
      }
      against = current;
    }
  }
}

/** Messages of other fields stand at the cell too: there is no other place for them in a list. */
function refusal(definition: AnyCatalogue, name: string, error: ApiError): SaveAnswer {
  const own = error.fields[name];
  if (own) return { kind: 'refused', message: own };
  const [other] = Object.entries(error.fields);
  if (other) {
    const label: string | undefined = definition.fields[other[0]]?.label;
    return { kind: 'refused', message: label && error.status === 400 ? `${label}: ${other[1]}` : other[1] };
  }
  // Ended sessions and lost rights are told where every call is handled.
  return error.status === 401 || error.status === 403 ? { kind: 'failed' } : { kind: 'failed', message: error.message };
}
