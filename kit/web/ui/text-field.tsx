import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { useT } from '../i18n.ts';

type Own = 'value' | 'onChange' | 'id' | 'className';
export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, Own | 'type'> {
  /** Days have a field of their own: date/day-field.tsx. */
  type?: 'text' | 'email' | 'tel' | 'password' | 'number' | 'url' | 'search';
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Said below the field in place of the help, and by screen readers with it. */
  error?: string | undefined;
  help?: ReactNode;
  /** At the end of the label's line. */
  beside?: ReactNode;
  optional?: boolean;
  /** The taller field of the pages before sign-in. */
  large?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** What ties a control to the label and the message of its field. */
interface Control {
  id: string;
  value: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** One line of text with its label, help and message. @param props.renderControl stands in the place of the usual input */
export function TextField(props: TextFieldProps & { renderControl?: (shared: Control) => ReactNode }) {
  return <Field {...props} />;
}

/** A password: hidden until its reader wants to see it, and with a word when Caps Lock is on. */
export function SecretField(props: Omit<TextFieldProps, 'type'>) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="none"
      help={capsLock ? t('field.capsLock') : props.help}
      onKeyUp={(event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))}
      button={
        <button
          type="button"
          className="btn g ic"
          aria-label={t(shown ? 'field.hide' : 'field.show', { field: props.label })}
          onClick={() => setShown(!shown)}
        >
          <Icon className="i" aria-hidden="true" />
        </button>
      }
    />
  );
}

/** @param props.button stands in the field's end. */
function Field(props: TextFieldProps & { button?: ReactNode; renderControl?: (shared: Control) => ReactNode }) {
  const t = useT();
  const id = useId();
  const { label, value, onChange, help, beside, optional, large, inputRef, button, renderControl, ...rest } = props;
  const { error, ...input } = rest;
  const said = error ?? help;
  const shared: Control = {
    id,
    value,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': said ? `${id}-said` : undefined,
  };
  return (
    <div className="fld">
      <span className="row">
        <label htmlFor={id} className="lab grow">
          {label} {optional ? <span className="opt">{t('form.optional')}</span> : null}
        </label>
        {beside}
      </span>
      <span className={button ? 'secret' : undefined}>
        {renderControl ? (
          renderControl(shared)
        ) : (
          <input
            {...input}
            {...shared}
            ref={inputRef}
            className={large ? 'inp lg' : 'inp'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )}
        {button}
      </span>
      {said ? (
        <span id={`${id}-said`} className={error ? 'errm' : 'help'}>
          {typeof said === 'string' ? <bdi>{said}</bdi> : said}
        </span>
      ) : null}
    </div>
  );
}
