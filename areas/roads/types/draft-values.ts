import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import type { ValuesOf } from '#kit/contract/rows.ts';
import { fieldSchema, orderMessages } from '#kit/contract/input.ts';

/** The values of a record that is not saved yet, as its form sends them; or what is wrong with it by field. */
export function draftValues<D extends AnyCatalogue>(
  definition: D,
  given: Readonly<Record<string, unknown>>,
): { fields: Record<string, string>; values: ValuesOf<D> } {
  const fields: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const checked = fieldSchema(field).safeParse(given[name]);
    if (checked.success) values[name] = checked.data;
    else fields[name] = checked.error.issues[0]?.message ?? '';
  }
  if (Object.keys(fields).length === 0) Object.assign(fields, orderMessages(definition, values));
  return { fields, values: values as ValuesOf<D> };
}
