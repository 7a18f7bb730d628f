import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { fieldMessages, inputSchema, orderMessages } from '#kit/contract/input.ts';
import type { Scope } from '#kit/server/db/database.ts';
import { cleanRichTexts } from './rich-text.ts';
import type { CatalogueKit } from '../store.ts';

/** Values as they would be stored, and a message at each field that is wrong: then the values are not to be used. */
export interface CheckedInput {
  values: Record<string, unknown>;
  messages: Record<string, string>;
  /** What came besides the fields, as it came: see `beside` of the definition. */
  beside?: Record<string, unknown>;
}

/**
 * Makes the check of a catalogue's input: each field, the fields against each other, and formatted texts, which are
 * cleaned. However a record comes in (form, import, a change of many), this is what it must pass.
 */
export function inputCheck(
  kit: Pick<CatalogueKit, 'checks'>,
  definition: AnyCatalogue,
): (given: Readonly<Record<string, unknown>>, scope: Scope) => CheckedInput {
  const schema = inputSchema(definition);
  const between = kit.checks[definition.path];
  const owned = 'orgId' in definition.fields;
  return (given, scope) => {
    // Whose a client's record is needs no saying; saying another's is found out where references are checked.
    const own = owned && scope.orgId !== null && (given['orgId'] ?? '') === '' ? { orgId: scope.orgId } : {};
    const parsed = schema.safeParse({ ...given, ...own });
    if (!parsed.success) return { values: {}, messages: fieldMessages(parsed.error) };
    const values = parsed.data as Record<string, unknown>;
    const beside = takeBeside(definition, values);
    return {
      values,
      ...(beside ? { beside } : {}),
      messages: { ...orderMessages(definition, values), ...between?.(values), ...cleanRichTexts(definition, values) },
    };
  };
}

function takeBeside(definition: AnyCatalogue, values: Record<string, unknown>): Record<string, unknown> | undefined {
  const given = Object.keys(definition.beside).filter((name) => values[name] !== undefined);
  const beside = Object.fromEntries(given.map((name) => [name, values[name]]));
  for (const name of given) delete values[name];
  return given.length > 0 ? beside : undefined;
}
