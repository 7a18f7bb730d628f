import { useId } from 'react';

/** One line of words with its message. */
export function LineField(props: {
  label: string;
  value: string;
  onChange: (words: string) => void;
  error: string | undefined;
  type?: 'text' | 'tel';
  maxLength: number;
  isFirst?: boolean;
}) {
  const id = useId();
  const { error } = props;
  return (
    <div className="fld">
      <label htmlFor={id}>{props.label}</label>
      <input
        id={id}
        className="inp"
        type={props.type ?? 'text'}
        autoComplete="off"
        maxLength={props.maxLength}
        value={props.value}
        data-autofocus={props.isFirst || undefined}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
      {error ? (
        <span className="errm" id={`${id}-error`}>
          <bdi>{error}</bdi>
        </span>
      ) : null}
    </div>
  );
}
