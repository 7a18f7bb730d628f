import { type ReactNode, useId } from 'react';

/** One of a few, as radio buttons below each other. */
export function ChoiceField<V extends string>(props: {
  legend: string;
  options: readonly { value: V; label: string }[];
  value: V | undefined;
  onChange: (value: V) => void;
  /** Takes the focus when its dialog opens. */
  isFirst?: boolean;
}) {
  const id = useId();
  return (
    <fieldset className="fld">
      <legend>{props.legend}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value} className="check">
          <input
            type="radio"
            name={id}
            checked={value === props.value}
            data-autofocus={(props.isFirst && value === props.value) || undefined}
            onChange={() => props.onChange(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

/** Why something is done, in the person's own words, with its message. */
export function ReasonField(props: {
  /** For a page that puts the focus here. */
  id?: string;
  label: string;
  value: string;
  onChange: (words: string) => void;
  error: string | undefined;
  help?: string;
  /** Behind the label; 'optional' where it is. */
  hint?: string | undefined;
  /** The browser itself insists on it. */
  isRequired?: boolean;
  /** Said to be required; the server insists on it. */
  isNeeded?: boolean;
  rows?: number;
  maxLength?: number;
  isFirst?: boolean;
}) {
  const own = useId();
  const id = props.id ?? own;
  const { error, help } = props;
  return (
    <div className="fld">
      <label htmlFor={id}>
        {props.label} {props.hint ? <span className="opt">{props.hint}</span> : null}
      </label>
      <textarea
        id={id}
        className="inp"
        rows={props.rows ?? 2}
        maxLength={props.maxLength ?? 300}
        required={props.isRequired}
        data-autofocus={props.isFirst || undefined}
        value={props.value}
        aria-required={props.isNeeded}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : help ? `${id}-help` : undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      <Said id={id} error={error} help={help} />
    </div>
  );
}

/** The message of a field, or its help in the place of it. */
function Said({ id, error, help }: { id: string; error: string | undefined; help?: ReactNode }) {
  if (error)
    return (
      <span className="errm" id={`${id}-error`}>
        <bdi>{error}</bdi>
      </span>
    );
  return help ? (
    <span className="help" id={`${id}-help`}>
      {typeof help === 'string' ? <bdi>{help}</bdi> : help}
    </span>
  ) : null;
}
