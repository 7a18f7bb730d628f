import type { UseFormReturnType } from '@mantine/form';
import { type AnyCatalogue, type AnyRow, type RefInfo, refName } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { isMask, isSealed } from '#kit/contract/sealed.ts';
import { useT } from '../i18n.ts';
import type { CreatorOf } from './input-props.ts';
import { FieldInput } from './inputs.tsx';
import type { FormValues } from './form-values.ts';

interface Props {
  definition: AnyCatalogue;
  form: UseFormReturnType<FormValues>;
  /** Prefix of the inputs' ids. */
  id: string;
  /** The row whose references and files are shown as they are stored. */
  row: AnyRow | undefined;
  /** The row that is really edited: only its files count as stored. */
  base: AnyRow | undefined;
  creatorOf?: CreatorOf | undefined;
}

/** Fields that need the whole width of a page. */
const isWide = (field: AnyField) =>
  field.kind === 'longText' || field.kind === 'file' || ('many' in field && field.many);

/** Every field of a form with its label, help and message. */
export function FormFields({ definition, form, id, row, base, creatorOf }: Props) {
  const t = useT();
  const fields = Object.entries<AnyField>(definition.fields);
  const firstField = fields.find(([, field]) => field.kind !== 'file')?.[0];
  return fields.map(([name, field]) => {
    const input = form.getInputProps(name);
    const error = form.errors[name] ? String(form.errors[name]) : undefined;
    const inputId = `${id}-${name}`;
    const create = field.kind === 'ref' ? creatorOf?.(field.to) : undefined;
    return (
      <div className={isWide(field) ? 'fld wide' : 'fld'} key={name}>
        <label htmlFor={inputId}>
          {field.label}
          {'unit' in field && field.unit ? `, ${field.unit}` : ''}{' '}
          {field.optional ? <span className="opt">{t('form.optional')}</span> : null}
        </label>
        <FieldInput
          id={inputId}
          field={field}
          value={input.value}
          error={error}
          onChange={(value) => {
            form.setFieldValue(name, value);
            // Once a field was wrong, it is checked with every letter.
            if (error) setTimeout(() => form.validateField(name), 0);
          }}
          onBlur={() => void form.validateField(name)}
          first={name === firstField}
          current={field.kind === 'ref' ? ((row?.[refName(name)] ?? null) as RefInfo | null) : null}
          stored={field.kind === 'file' ? ((base?.[name] ?? null) as FileRef | null) : null}
          {...(create
            ? {
                onCreate: (words: string) =>
                  void create(words).then((made) => made && form.setFieldValue(name, made.id)),
              }
            : {})}
        />
        {error ? (
          <span className="errm" id={`${inputId}-error`}>
            {error}
          </span>
        ) : field.help || isSealed(field) ? (
          <span className="help" id={`${inputId}-help`}>
            {[field.help, isSealed(field) ? t(isMask(input.value) ? 'form.sealedKept' : 'form.sealed') : undefined]
              .filter(Boolean)
              .join(' ')}
          </span>
        ) : null}
      </div>
    );
  });
}
