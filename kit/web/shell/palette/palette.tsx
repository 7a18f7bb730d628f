import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { iconOf } from '../../icons.ts';
import { useT } from '../../i18n.ts';
import { focusHeading } from '../../ui/focus-heading.ts';
import type { Entry } from './entry.ts';
import { Marked } from './marked.tsx';
import './palette.css';

const groups = {
  here: 'palette.here',
  pages: 'palette.pages',
  records: 'palette.records',
  searched: 'palette.searched',
  recent: 'palette.recent',
  actions: 'palette.actions',
} as const;

/** The field of the palette and what it finds: a combobox over a list. */
export function Palette(props: {
  words: string;
  onWords: (words: string) => void;
  entries: readonly Entry[];
  /** Which of them is chosen, -1 for none. */
  at: number;
  onAt: (at: number) => void;
  isSearching: boolean;
  onChoose: (entry: Entry) => void;
  /** What stands there where nothing is found. */
  children: ReactNode;
}) {
  const { words, onWords, entries, at, onAt, isSearching, onChoose } = props;
  const t = useT();
  const list = useId();
  // A page that came before the palette was gone could not take the focus. A dialog gives it back 10 ms after it is closed: first that.
  useEffect(() => () => void setTimeout(focusHeading, 20), []);
  // On a slow machine it is fetched after the dialog is open, which by then has given the focus to itself: what is typed goes into the field.
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const chosen = entries[at];
  const move = (to: number) => {
    onAt(to);
    document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <div className="row palette-head">
        {isSearching ? <span className="spin" aria-hidden="true" /> : <IconSearch className="i" aria-hidden="true" />}
        <input
          ref={field}
          data-autofocus
          role="combobox"
          aria-expanded={entries.length > 0}
          aria-controls={entries.length > 0 ? list : undefined}
          aria-activedescendant={chosen ? `${list}-${at}` : undefined}
          aria-label={t('shell.goTo')}
          placeholder={t('shell.goTo')}
          value={words}
          maxLength={2_000}
          onChange={(event) => {
            onWords(event.currentTarget.value);
            onAt(event.currentTarget.value.trim() === '' ? -1 : 0);
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') move(Math.min(entries.length - 1, at + 1));
            else if (event.key === 'ArrowUp') move(Math.max(0, at - 1));
            else if (event.key !== 'Enter') return;
            else if (chosen) onChoose(chosen);
            event.preventDefault();
          }}
        />
      </div>
      <p className="sr" role="status">
        {isSearching ? t('palette.searching') : t('palette.found', { count: entries.length })}
      </p>
      {entries.length > 0 ? (
        <div id={list} role="listbox" aria-label={t('shell.goTo')} className="palette-list">
          {groupsOf(entries).map(({ heading, group, from, rows }) => (
            <ul key={`${group} ${heading ?? ''} ${from}`} role="group" aria-labelledby={`${list}-of-${from}`}>
              <li id={`${list}-of-${from}`} role="presentation" className="t3 xs palette-group">
                {heading ?? t(groups[group])}
              </li>
              {rows.map((entry, index) => (
                <PaletteOption
                  key={entry.key}
                  id={`${list}-${from + index}`}
                  entry={entry}
                  words={words}
                  isChosen={from + index === at}
                  onChoose={() => onChoose(entry)}
                  onPoint={() => onAt(from + index)}
                />
              ))}
            </ul>
          ))}
        </div>
      ) : isSearching ? (
        // A list without an option is none.
        <p className="t2 palette-none" aria-hidden="true">
          {t('palette.searching')}
        </p>
      ) : (
        props.children
      )}
    </>
  );
}

/** Lines that stand together under one heading, and the place of the first among all. */
function groupsOf(entries: readonly Entry[]) {
  const all: { group: Entry['group']; heading: string | undefined; from: number; rows: Entry[] }[] = [];
  for (const [at, entry] of entries.entries()) {
    const last = all.at(-1);
    if (last && last.group === entry.group && last.heading === entry.heading) last.rows.push(entry);
    else all.push({ group: entry.group, heading: entry.heading, from: at, rows: [entry] });
  }
  return all;
}

function PaletteOption(props: {
  id: string;
  entry: Entry;
  words: string;
  isChosen: boolean;
  onChoose: () => void;
  onPoint: () => void;
}) {
  const { entry, words, isChosen } = props;
  const Icon = iconOf(entry.icon);
  return (
    // The keyboard works through the combobox above, as the pattern asks.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={props.id}
      role="option"
      aria-selected={isChosen}
      className="mantine-Combobox-option row palette-option"
      data-combobox-selected={isChosen ? true : undefined}
      onClick={props.onChoose}
      onMouseMove={props.onPoint}
    >
      <Icon className="i" aria-hidden="true" />
      <span className="grow cut">
        <Marked text={entry.name} words={words} />
        {entry.detail ? (
          <span className="t3 sm palette-detail">
            {' '}
            <Marked text={entry.detail} words={words} />
          </span>
        ) : null}
      </span>
      <span className="t3 sm nowrap">{entry.kind}</span>
    </li>
  );
}
