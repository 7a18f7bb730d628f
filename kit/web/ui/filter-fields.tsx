import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { constants } from '../constants.ts';
import { useT } from '../i18n.ts';
import { DateInput } from './date/date-input.tsx';
import './filter-fields.css';

/** Words to look for, told once the typing pauses. Words that change elsewhere, as by clearing all filters, show here. */
export function SearchField(props: { label: string; value: string; onChange: (words: string) => void }) {
  const [words, setWords] = useState(props.value);
  const latest = useRef(props);
  latest.current = props;
  const reported = useRef(props.value);
  useEffect(() => {
    if (words === latest.current.value) return;
    const timer = setTimeout(() => {
      reported.current = words;
      latest.current.onChange(words);
    }, constants.searchDelayMs);
    return () => clearTimeout(timer);
  }, [words]);
  useEffect(() => {
    // What was told here comes back; it must not take away what was typed since.
    if (props.value === reported.current) return;
    reported.current = props.value;
    setWords(props.value);
  }, [props.value]);
  return (
    <span className="search">
      <IconSearch className="i s" aria-hidden="true" />
      <input
        type="search"
        className="inp"
        aria-label={props.label}
        placeholder={props.label}
        value={words}
        maxLength={100}
        data-search
        onChange={(event) => setWords(event.currentTarget.value)}
      />
    </span>
  );
}

/** One of a few, with "any" first. */
export function SelectField(props: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
  /** What the first choice is called, which sets nothing. */
  any?: string;
}) {
  const t = useT();
  const id = useId();
  return (
    <span className={props.value === '' ? 'labelled' : 'labelled set'}>
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        className="inp"
        value={props.value}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      >
        <option value="">{props.any ?? t('records.any')}</option>
        {props.options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** A day, or none. */
export function DayField(props: { label: string; value: string; onChange: (day: string) => void }) {
  const id = useId();
  return (
    <span className={props.value === '' ? 'labelled' : 'labelled set'}>
      <label htmlFor={id}>{props.label}</label>
      {/* What is no day yet filters nothing. */}
      <DateInput id={id} value={props.value} onChange={(day) => (day === '' || isDay(day)) && props.onChange(day)} />
    </span>
  );
}
