import * as z from 'zod/mini';
import { type AnyCatalogue, inSentence } from './catalogue.ts';
import type { AnyField, Field, NumberField, TextField } from './fields.ts';
import { isRefused } from './formats/format.ts';
import { formats, normalised } from './formats/formats.ts';
import { isDay, isId } from './ids-and-days.ts';
import { hasTooManyMarks, normalForm } from './normal-form.ts';
import { oncePer } from './once-per.ts';
import { isMask, isSealed } from './sealed.ts';
import { plainFault } from './words/schema-words.ts';

z.config({ localeError: plainFault });

/** Control characters, unpaired surrogates and the sign of a broken encoding never belong in a value. */
// oxlint-disable-next-line no-control-regex -- the point of the check
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFD]|\p{Surrogate}/u;
export const printable = z.refine<string>((value) => !unprintable.test(value) && !hasTooManyMarks(value), {
  error: 'Contains characters that cannot be used',
});

/** A name stands on one line wherever it is read: in lists, letters, and files that other programs read line by line. */
const lineBreak = /[\r\n\u0085\u2028\u2029]/u;
export const oneLine = z.refine<string>((value) => !lineBreak.test(value), {
  error: 'Write this on one line, without line breaks',
});

/** Spaces and marks that draw nothing: a text of these alone is an empty one. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}]*$/u;
/** They turn the letters after them round, on the whole line of whoever reads them; some programs put them around copied numbers. */
const overrides = /[\u202D\u202E]/g;
/** One spelling of every letter, so that what looks alike is alike; nothing of what draws nothing, or draws others the wrong way round. */
export const spelled = z.overwrite<string>((value) =>
  invisible.test(value) ? '' : normalForm(value.replaceAll(overrides, ''), 'NFC'),
);
const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && invisible.test(value));

/** Spaces and hyphens between the groups of a number. */
const grouping = /[\s\p{Pd}]+/gu;
const ungrouped = z.overwrite<string>((value) => value.replace(grouping, ''));

/** A text as a field stores it, of what somebody typed to find it: in the field's form. */
export const asStored = (field: TextField, text: string): string => {
  if (field.format) return normalised(field.format, text);
  const bare = field.compact ? text.replace(grouping, '') : text;
  return field.letters === 'upper' ? bare.toUpperCase() : field.letters === 'lower' ? bare.toLowerCase() : bare;
};

/** Puts a number into the form it is kept in, or says what is wrong with it. */
const formatted =
  (format: keyof typeof formats): z.core.CheckFn<string> =>
  (payload) => {
    // Whatever else is wrong with it was said.
    if (payload.issues.length > 0) return;
    const checked = formats[format].check(payload.value);
    if (isRefused(checked)) payload.issues.push({ code: 'custom', input: payload.value, message: checked.problem });
    else payload.value = checked.value;
  };

/** What stands in place of an encrypted value passes as it is: it says that the value stays. */
function sealedSchema(field: TextField) {
  const whole = textSchema(field, field.max ?? 100);
  return z
    .string({
      error: (issue) => (isMissing(issue.input) ? `${field.label} is required` : `${field.label} must be text`),
    })
    .check(z.trim(), (payload) => {
      if (isMask(payload.value)) return;
      const checked = whole.safeParse(payload.value);
      if (checked.success) payload.value = checked.data;
      else
        payload.issues.push({
          code: 'custom',
          input: payload.value,
          message: checked.error.issues[0]?.message ?? 'Not right',
        });
    });
}

function textSchema(field: TextField, max: number, lines: 'one' | 'many' = 'one') {
  const { label } = field;
  const min = field.min ?? 1;
  return z
    .string({ error: (issue) => (isMissing(issue.input) ? `${label} is required` : `${label} must be text`) })
    .check(
      // Before anything looks inside. Spaces, hyphens and marks that fall away may make it longer than what is kept.
      z.maxLength(max * 2 + 200, { error: `${label} can have at most ${max} characters`, abort: true }),
      z.trim(),
      spelled,
      ...(field.compact ? [ungrouped] : []),
      printable,
      ...(lines === 'one' ? [oneLine] : []),
      ...(field.letters === 'upper' ? [z.toUpperCase()] : field.letters === 'lower' ? [z.toLowerCase()] : []),
      z.minLength(1, { error: `${label} is required` }),
      ...(field.format ? [formatted(field.format)] : []),
      z.minLength(min, { error: `${label} needs at least ${min} characters` }),
      z.maxLength(max, { error: `${label} can have at most ${max} characters`, abort: true }),
      ...(field.pattern
        ? [z.regex(field.pattern, { error: field.patternHint ?? `${label} has the wrong format` })]
        : []),
    );
}

const rupees = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 });

function numberSchema(field: NumberField) {
  const { label } = field;
  const whole = field.kind !== 'decimal';
  const unit = field.unit ? ` ${field.unit}` : '';
  const min = field.min ?? (field.kind === 'money' ? 0 : -2_147_483_648);
  const max = field.max ?? (field.kind === 'money' ? 1_000_000_000_000 : 2_147_483_647);
  // Amounts travel in paise, and people read rupees.
  const shown = (value: number) => (field.kind === 'money' ? `₹${rupees.format(value / 100)}` : `${value}${unit}`);
  const atMost = `${label} must be at most ${shown(max)}`;
  const error = ({ input }: { input?: unknown }) => {
    if (isMissing(input)) return `${label} is required`;
    // Beyond what a number holds exactly it counts as none.
    if (whole && Number.isInteger(input) && (input as number) > max) return atMost;
    return `${label} must be ${whole ? 'a whole number' : 'a number'}`;
  };
  return (whole ? z.int({ error }) : z.number({ error })).check(
    z.gte(min, { error: `${label} must be at least ${shown(min)}` }),
    z.lte(max, { error: atMost }),
  );
}

/** A code that travels as a number; forms and spreadsheets send its digits. */
const numericSchema = (codes: readonly number[], { error }: { error: z.core.$ZodErrorMap }) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value)),
    z.literal(codes, { error }),
  );

function oneSchema(field: Field): z.ZodMiniType {
  const { label } = field;
  const required = (words: string) => ({
    error: (issue: { input?: unknown }) => (isMissing(issue.input) ? `${label} is required` : words),
  });
  switch (field.kind) {
    case 'text':
      return isSealed(field) ? sealedSchema(field) : textSchema(field, field.max ?? 100);
    case 'longText':
      return textSchema({ ...field, kind: 'text' }, field.max ?? 5000, 'many');
    case 'integer':
    case 'decimal':
    case 'money':
      return numberSchema(field);
    case 'flag':
      return z.boolean(required(`${label} must be true or false`));
    case 'time':
      return z.never({ error: `${label} is set by the server` });
    case 'date':
      return z.string(required(`${label} must be a date, like 2026-11-21`)).check(
        z.refine(isDay, { error: `${label} must be a date, like 2026-11-21` }),
        z.refine((day) => !field.min || day >= field.min, { error: `${label} cannot be before ${field.min}` }),
        z.refine((day) => !field.max || day <= field.max, { error: `${label} cannot be after ${field.max}` }),
      );
    case 'choice': {
      const values = field.choices.map((one) => one.value);
      const offered = required(`${label} must be one of the offered values`);
      return field.numeric ? numericSchema(values.map(Number), offered) : z.enum(values, offered);
    }
    case 'ref':
      return z
        .string(required(`${label} must be chosen from the list`))
        .check(z.refine(isId, { error: `${label} must be chosen from the list` }));
    case 'place':
      return z.strictObject(
        {
          lat: z
            .number({ error: `${label} needs a latitude` })
            .check(
              z.gte(-90, { error: 'Latitude runs from -90 to 90' }),
              z.lte(90, { error: 'Latitude runs from -90 to 90' }),
            ),
          lon: z
            .number({ error: `${label} needs a longitude` })
            .check(
              z.gte(-180, { error: 'Longitude runs from -180 to 180' }),
              z.lte(180, { error: 'Longitude runs from -180 to 180' }),
            ),
        },
        required(`${label} must be a latitude and a longitude`),
      );
    case 'file':
      // A file travels as a multipart part. In JSON only null may stand for it: "remove the stored one".
      return z.null({ error: `${label} must be sent as a file` });
  }
}

/**
 * The check of one field's value. Output is the value to store; an optional field turns absent, null and '' into null.
 * Used by the server on every write and by forms on blur.
 */
export function fieldSchema(field: AnyField): z.ZodMiniType {
  const one = oneSchema(field);
  const many = 'many' in field && field.many === true;
  const base = many
    ? z.array(one, { error: `${field.label} must be a list` }).check(
        z.maxLength(50, { error: `${field.label} can have at most 50 values` }),
        z.overwrite((values: unknown[]) => [...new Set(values)]),
        ...(field.optional ? [] : [z.minLength(1, { error: `${field.label} is required` })]),
      )
    : one;
  if (field.kind === 'file') return z.optional(base);
  if (!field.optional) return base;
  const nothing = (value: unknown) => isMissing(value) || (Array.isArray(value) && value.length === 0);
  return z.pipe(
    z.transform((value: unknown) => (nothing(value) ? null : value)),
    z.nullable(base) as z.ZodMiniType<unknown, unknown>,
  );
}

/**
 * The check of a whole create or update body. Unknown keys are refused. Optional fields may be left out (stored as null);
 * absent file fields stay undefined, which keeps the stored file. Made once for each definition: to make it takes longer than to
 * check a record.
 */
export const inputSchema = oncePer((definition: AnyCatalogue) => {
  const shape: Record<string, z.ZodMiniType> = {};
  for (const [name, field] of Object.entries<AnyField>(definition.fields)) {
    const schema = fieldSchema(field);
    shape[name] = field.optional && field.kind !== 'file' ? z._default(z.optional(schema), null) : schema;
  }
  for (const name of Object.keys(definition.beside)) shape[name] = z.optional(z.unknown());
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? 'Not a field of this record' : 'The body must be an object',
  });
});

/** A failed check as one message per field; the key '' stands for the body as a whole. */
export function fieldMessages(error: z.core.$ZodError): Record<string, string> {
  // Without a prototype: a field called 'constructor' must not find an inherited value.
  const messages: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) messages[key] ??= issue.message;
    } else {
      messages[String(issue.path[0] ?? '')] ??= issue.message;
    }
  }
  return messages;
}

/** Rules between fields: each broken pair of `ordered` gives a message at its second field. */
export function orderMessages(definition: AnyCatalogue, input: Record<string, unknown>): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const [from, to] of definition.ordered) {
    const low = input[from];
    const high = input[to];
    if (low === null || low === undefined || high === null || high === undefined) continue;
    if ((high as string | number) < (low as string | number))
      messages[to] =
        `${definition.fields[to].label} cannot be ${definition.fields[to].kind === 'date' || definition.fields[to].plain ? 'before' : 'less than'} ${inSentence(definition.fields[from].label)}`;
  }
  return messages;
}
