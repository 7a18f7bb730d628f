import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { type AnyField, isMany, isOpaque } from '#kit/contract/fields.ts';
import { formats } from '#kit/contract/formats/formats.ts';
import { joinMany } from '#kit/server/export/many.ts';

/** Fields a file can fill, in the order of the form. */
export const importable = (definition: AnyCatalogue): [string, AnyField][] =>
  Object.entries<AnyField>(definition.fields).filter(([, field]) => field.kind !== 'file' && !isOpaque(field));

const bare = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field a heading most likely means, by label, name or code; undefined when none. */
export function fieldOfHeading(definition: AnyCatalogue, heading: string): string | undefined {
  const sought = bare(heading);
  if (sought === '') return undefined;
  if (sought === 'id') return 'id';
  const fields = importable(definition);
  const exact = fields.find(([name, field]) => bare(field.label) === sought || bare(name) === sought);
  if (exact) return exact[0];
  if (sought === 'status') return 'status';
  const unit = fields.find(([, field]) => 'unit' in field && field.unit && bare(field.label + field.unit) === sought);
  if (unit) return unit[0];
  return fields.find(([name]) => name.endsWith('Id') && bare(name.slice(0, -2)) === sought)?.[0];
}

/** Sets of fields that can tell which record a row is: the id, and every unique set. */
export const keysOf = (definition: AnyCatalogue): string[][] => [
  ['id'],
  ...definition.unique.map((set: readonly string[]) => [...set]),
];

/** What a cell of a field looks like, for the second line of a template. */
export function exampleOf(field: AnyField): string {
  switch (field.kind) {
    case 'choice':
      return isMany(field)
        ? joinMany(field.choices.slice(0, 2).map((one) => one.label))
        : (field.choices[0]?.label ?? '');
    case 'flag':
      return field.words?.[0] ?? 'Yes';
    case 'date':
      return '21/11/2026';
    case 'money':
      return '1500.50';
    case 'integer':
    case 'decimal':
      return String(field.min ?? 1);
    case 'place':
      return '18.5204, 73.8567';
    case 'ref':
      return `name of the ${field.label.toLowerCase()}`;
    default:
      if (field.kind === 'text' && field.format) return formats[field.format].example;
      return (
        ('patternHint' in field ? field.patternHint : undefined)?.match(/like (\S+)/)?.[1]?.replace(/[.,]$/, '') ?? ''
      );
  }
}
