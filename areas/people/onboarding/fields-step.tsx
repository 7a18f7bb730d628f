import { type FormEvent, useId, useState } from 'react';
import { driver } from '../drivers/driver.contract.ts';
import type { AnyField, FileRef } from '#kit/contract/fields.ts';
import { ApiError } from '#kit/web/api.ts';
import { empty, type FileChoice, toInput } from '#kit/web/catalogue/form/form-values.ts';
import { FieldInput } from '#kit/web/catalogue/inputs/inputs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useSubmit } from '#kit/web/use-submit.ts';
import type { Drafts } from './drafts.web.ts';
import type { StepProps } from './onboarding-step.web.ts';
import { neededFields, stepFields } from './onboarding.contract.ts';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters/filters.css';
import '#kit/web/catalogue/record/record.css';

export type Fields = readonly (readonly [name: string, field: AnyField])[];
type Values = Record<string, unknown>;

/** A field that a step needs, or does without, whatever the record says of it. */
export const asked = (field: AnyField, isNeeded: boolean): AnyField => {
  const { optional: _optional, ...bare } = field;
  return (isNeeded ? bare : { ...bare, optional: true }) as AnyField;
};

/** Fields of the driver's own record. */
export function FieldsStep({ data, step, save, onSaved, isDriver, drafts }: StepProps) {
  const names: readonly (keyof typeof driver.fields)[] = stepFields[step];
  const fields: Fields = names.map((name) => {
    return [name, asked(driver.fields[name], neededFields[step].includes(name))];
  });
  return (
    <FieldsForm
      fields={fields}
      start={data.values}
      step={step}
      drafts={drafts}
      // Pictures that were sent are shown to those who may sign in; the driver knows what they sent.
      hideStored={isDriver}
      send={async (form) => onSaved(await save(form))}
    />
  );
}

/** Some fields as a form of their own, with the server's message at each. */
export function FieldsForm(props: {
  fields: Fields;
  start: Readonly<Record<string, unknown>>;
  step: string;
  hideStored?: boolean;
  drafts: Drafts;
  /** Name of its draft; left out, that of the step. */
  draft?: string;
  /** Sent along beside the fields. */
  more?: Readonly<Record<string, string>>;
  label?: string;
  send: (form: FormData) => Promise<void>;
}) {
  const t = useT();
  const id = useId();
  const { fields, start, step, hideStored, drafts, draft = step, more, label, send } = props;
  const [values, setValues] = useState<Values>(() => ({
    ...Object.fromEntries(
      fields.map(([name, field]) => [name, field.kind === 'file' ? undefined : (start[name] ?? empty(field))]),
    ),
    ...drafts.of(draft),
  }));
  const change = (name: string, value: unknown) => {
    setValues((now) => ({ ...now, [name]: value }));
    drafts.keep(draft, { ...drafts.of(draft), [name]: value });
  };
  const submit = useSubmit();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const form = new FormData();
    form.append('step', step);
    for (const [name, value] of Object.entries(more ?? {})) form.append(name, value);
    for (const [name, field] of fields) append(form, name, field, values[name]);
    const answer = await submit.run(async () => {
      await send(form);
      drafts.drop(draft);
    });
    if (!(answer instanceof ApiError)) return;
    const first = fields.find(([name]) => answer.fields[name])?.[0];
    if (first) document.getElementById(`${id}-${first}`)?.focus();
  };
  const others = Object.keys(submit.fields).filter((name) => !fields.some(([known]) => known === name));
  return (
    <form className="col" style={{ gap: 16 }} noValidate onSubmit={(event) => void save(event)}>
      {submit.failure && (Object.keys(submit.fields).length === 0 || others.length > 0) ? (
        <div className="alert bad" role="alert">
          <bdi>{submit.failure}</bdi>
        </div>
      ) : null}
      {fields.map(([name, field], at) => {
        const error = submit.fields[name];
        const stored = field.kind === 'file' ? ((start[name] ?? null) as FileRef | null) : null;
        return (
          <div className="fld" key={name}>
            <label htmlFor={`${id}-${name}`}>
              {field.label} {field.optional ? <span className="opt">{t('form.optional')}</span> : null}
            </label>
            <FieldInput
              id={`${id}-${name}`}
              field={field}
              value={values[name]}
              error={error}
              onChange={(value) => change(name, value)}
              onBlur={() => undefined}
              first={at === 0}
              current={null}
              stored={hideStored ? null : stored}
            />
            {error ? (
              <span className="errm" id={`${id}-${name}-error`}>
                {error}
              </span>
            ) : stored && hideStored ? (
              <span className="help">{t('onboarding.fileThere')}</span>
            ) : field.help ? (
              <span className="help" id={`${id}-${name}-help`}>
                {field.help}
              </span>
            ) : null}
          </div>
        );
      })}
      <button type="submit" className="btn p" style={{ alignSelf: 'start' }} disabled={submit.busy}>
        {label ?? t('onboarding.save')}
      </button>
    </form>
  );
}

function append(form: FormData, name: string, field: AnyField, value: unknown): void {
  if (field.kind === 'file') {
    const file = value as FileChoice;
    if (file instanceof File) form.append(name, file, file.name);
    return;
  }
  const input = toInput(field, value);
  if (Array.isArray(input)) form.append(name, JSON.stringify(input));
  else if (input !== null && input !== undefined) form.append(name, String(input));
  else form.append(name, '');
}
