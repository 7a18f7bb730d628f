import { useId } from 'react';
import type { RefField } from '#kit/contract/fields.ts';
import { RefInput } from '#kit/web/catalogue/inputs/ref-input.tsx';
import { said } from '../i18n.ts';
import './filter-fields.css';

/** One record of a catalogue, or none, found by typing. */
export function RefFilter(props: {
  field: RefField & { label: string };
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}) {
  const id = useId();
  const label = said(props.field.label);
  return (
    <span className={`labelled ref-filter${props.value ? ' set' : ''}`}>
      <label htmlFor={id}>{label}</label>
      <RefInput
        id={id}
        field={{ ...props.field, label, optional: true } as never}
        value={props.value ?? ''}
        error={undefined}
        onChange={(value) => props.onChange(String(value ?? '') || undefined)}
        onBlur={() => undefined}
        first={false}
        current={null}
        stored={null}
      />
    </span>
  );
}
