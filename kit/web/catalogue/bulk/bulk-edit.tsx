import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { canSetMany } from '#kit/contract/list-query.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { empty, messageOf, toInput } from '../form/form-values.ts';
import { FieldInput } from '../inputs/inputs.tsx';

interface Props {
  definition: AnyCatalogue;
  count: number;
  onClose: () => void;
  onSet: (set: Record<string, unknown>) => void;
}

/** Gives one field of many records the same value. */
export function BulkEdit({ definition, count, onClose, onSet }: Props) {
  const t = useT();
  const id = useId();
  const fields = Object.entries<AnyField>(definition.fields).filter(([name]) => canSetMany(definition, name));
  const [name, setName] = useState('');
  const [value, setValue] = useState<unknown>('');
  const [error, setError] = useState<string>();
  const field = fields.find(([one]) => one === name)?.[1];
  const check = (given: unknown) => {
    const message = field ? (messageOf(field, given, false) ?? undefined) : undefined;
    setError(message);
    return message === undefined;
  };
  return (
    <Modal
      opened
      onClose={onClose}
      size={520}
      title={t('catalogue.setFieldTitle', { count: formatNumber(count), many: inSentence(definition.counted) })}
    >
      <form
        className="col"
        style={{ gap: 16 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (field && check(value)) onSet({ [name]: toInput(field, value) });
        }}
      >
        <p className="t2">{t('catalogue.setFieldText')}</p>
        <div className="fld">
          <label htmlFor={`${id}-which`}>{t('catalogue.setFieldWhich')}</label>
          <select
            id={`${id}-which`}
            className="inp"
            data-autofocus
            value={name}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              const next = fields.find(([one]) => one === chosen)?.[1];
              setName(chosen);
              setValue(next ? empty(next) : '');
              setError(undefined);
            }}
          >
            <option value="">{t('catalogue.choose')}</option>
            {fields.map(([one, { label }]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </select>
        </div>
        {field ? (
          <div className="fld" key={name}>
            <label htmlFor={`${id}-value`}>
              {field.label}
              {'unit' in field && field.unit ? `, ${field.unit}` : ''}{' '}
              {field.optional ? <span className="opt">{t('form.optional')}</span> : null}
            </label>
            <FieldInput
              id={`${id}-value`}
              field={field}
              value={value}
              error={error}
              onChange={(next) => {
                setValue(next);
                if (error) check(next);
              }}
              onBlur={() => undefined}
              first={false}
              current={null}
              stored={null}
            />
            {error ? (
              <span className="errm" role="alert" id={`${id}-value-error`}>
                {error}
              </span>
            ) : field.help ? (
              <span className="help" id={`${id}-value-help`}>
                {field.help}
              </span>
            ) : null}
          </div>
        ) : null}
        <div className="row">
          <button type="submit" className="btn p" disabled={!field}>
            {t('catalogue.setFieldYes', { count: formatNumber(count) })}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
