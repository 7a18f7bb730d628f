import { type AnyRow, refName } from '#kit/contract/catalogue.ts';
import { type AnyField, choiceOf } from '#kit/contract/fields.ts';
import { formatDay, t } from '../../i18n.ts';
import { numberText } from '../cells.tsx';
import { spokenText, titleText } from '../spoken.ts';

/** A single value in words, for names that are read out and for messages; what is empty is what its cell says of it, or 'None'. */
export function textOf(field: AnyField, name: string, row: AnyRow): string {
  const value = row[name];
  if (value === null || value === undefined || value === '') return field.whenEmpty ?? t('catalogue.none');
  switch (field.kind) {
    case 'choice':
      return choiceOf(field, value)?.label ?? String(value);
    case 'integer':
    case 'decimal':
    case 'money':
      return numberText(field, value as number);
    case 'flag':
      return field.words ? field.words[value ? 0 : 1] : t(value ? 'catalogue.yes' : 'catalogue.no');
    case 'date':
      return formatDay(String(value));
    case 'ref': {
      const one = row[refName(name)] as { label: string } | null;
      return one ? titleText(field.to, one.label) : t('catalogue.none');
    }
    case 'text':
      return spokenText(field, String(value));
    default:
      return String(value);
  }
}
