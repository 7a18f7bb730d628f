import { useId } from 'react';
import type { RefField } from '#kit/contract/fields.ts';
import { useT } from '../../i18n.ts';
import { RefInput } from './ref-input.tsx';

/**
 * A record of another catalogue, found by typing. Its message appears while the field has the focus, so it is said aloud.
 * @param props.narrow conditions on the records offered, as of one organisation.
 */
export function RecordField(props: {
  label: string;
  field: RefField & { label: string };
  value: string;
  onChange: (id: string) => void;
  error: string | undefined;
  isFirst?: boolean;
  narrow?: Record<string, string> | undefined;
}) {
  const t = useT();
  const id = useId();
  const { error } = props;
  // What the control calls itself is what stands above it, in the language of its reader.
  const field = { ...props.field, label: props.label };
  return (
    <div className="fld">
      <label htmlFor={id}>
        {props.label} {'optional' in field && field.optional ? <span className="opt">{t('form.optional')}</span> : null}
      </label>
      <RefInput
        id={id}
        field={field as never}
        value={props.value}
        error={error}
        onChange={(value) => props.onChange(String(value ?? ''))}
        onBlur={() => undefined}
        first={props.isFirst ?? false}
        current={null}
        stored={null}
        {...(props.narrow ? { narrow: props.narrow } : {})}
      />
      {error ? (
        <span className="errm" id={`${id}-error`} role="alert">
          <bdi>{error}</bdi>
        </span>
      ) : null}
    </div>
  );
}
