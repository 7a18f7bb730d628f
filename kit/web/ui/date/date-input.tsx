import { Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type InputHTMLAttributes, Suspense, useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n.ts';
import { lazyPage } from '../../lazy.ts';
import { readDay, showDay } from './date-text.ts';
import './date.css';

const Calendar = lazyPage(async () => (await import('./calendar.tsx')).Calendar);

type Plain = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'min' | 'max' | 'type'>;
interface Props extends Plain {
  /** '2026-11-21', '' for none, or what was typed and is no day yet. */
  value: string;
  /** Days at either end that may be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  /** It stands in a popover itself, which a click elsewhere would close. */
  inPopover?: boolean;
  /** Told a day, '' for none, or what was typed while it is no day. */
  onChange: (value: string) => void;
}

/** A day, typed or chosen as DD/MM/YYYY whatever the browser's language. */
export function DateInput({ value, min, max, inPopover, onChange, onBlur, disabled, ...input }: Props) {
  const t = useT();
  const [typed, setTyped] = useState(() => showDay(value));
  const [opened, setOpened] = useState(false);
  const reported = useRef(value);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was told here comes back; it must not rewrite what is being typed.
    if (value === reported.current) return;
    reported.current = value;
    setTyped(showDay(value));
  }, [value]);
  const report = (next: string) => {
    reported.current = next;
    if (next !== value) onChange(next);
  };
  return (
    <span className="date-input">
      <input
        {...input}
        ref={field}
        className={input.className ?? 'inp'}
        disabled={disabled}
        dir="ltr"
        inputMode="numeric"
        autoComplete={input.autoComplete ?? 'off'}
        placeholder={t('date.format')}
        size={12}
        maxLength={10}
        value={typed}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          report(readDay(text) ?? text.trim());
        }}
        onBlur={(event) => {
          const day = readDay(typed);
          if (day) setTyped(showDay(day));
          onBlur?.(event);
        }}
      />
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-end"
        trapFocus
        returnFocus
        zIndex={500}
        withinPortal={!inPopover}
      >
        <Popover.Target>
          <button
            type="button"
            className="btn g ic sm"
            disabled={disabled}
            aria-label={t('date.choose')}
            aria-describedby={input.id}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar className="i s" aria-hidden="true" />
          </button>
        </Popover.Target>
        <Popover.Dropdown className="date-drop" aria-label={t('date.choose')}>
          {opened ? (
            <Suspense fallback={<span className="sk" />}>
              <Calendar
                day={readDay(typed)}
                min={min}
                max={max}
                onChoose={(day) => {
                  setTyped(showDay(day));
                  report(day);
                  setOpened(false);
                }}
              />
            </Suspense>
          ) : null}
        </Popover.Dropdown>
      </Popover>
    </span>
  );
}
