import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect, useId, useRef, useState } from 'react';
import { iconOf } from '../icons.ts';
import { useT } from '../i18n.ts';
import { type Offer, offered } from '../offers.ts';
import { LateModal } from '../ui/late.tsx';
import { type Entry, useEntries } from './palette-entries.ts';

/** Ctrl+K: pages, records, what can be done here, and what was looked at last. */
export function GoTo() {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  // Before anything is typed, nothing is chosen: Enter alone must not do what stands first.
  const [at, setAt] = useState(-1);
  const list = useId();
  const [offers, setOffers] = useState<Offer[]>([]);
  const { entries, searching } = useEntries(words, open, offers);
  const isOpen = useRef(false);
  const show = () => {
    // Pressed again inside the palette, the focus is no longer where it was.
    if (!isOpen.current) setOffers(offered());
    isOpen.current = true;
    setOpen(true);
  };

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        show();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const close = () => {
    isOpen.current = false;
    setOpen(false);
    setWords('');
    setAt(-1);
  };
  const go = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    if (entry.to) void navigate({ to: entry.to });
    entry.run?.();
  };
  const move = (to: number) => {
    setAt(to);
    document.getElementById(`${list}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <button type="button" className="goto" onClick={show}>
        <IconSearch className="i s" aria-hidden="true" />
        <span className="cut">{t('shell.goTo')}</span>
        <span className="kbd" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <LateModal
        opened={open}
        onClose={close}
        withCloseButton={false}
        padding={0}
        size={600}
        yOffset="10vh"
        // Over an open form as well: leaving that one asks by itself.
        zIndex={500}
        attributes={{ content: { 'aria-label': t('shell.goTo') } }}
        transitionProps={{ duration: 90 }}
      >
        <div className="row" style={{ padding: '14px 18px', borderBlockEnd: '1px solid var(--line)' }}>
          {searching ? <span className="spin" aria-hidden="true" /> : <IconSearch className="i" aria-hidden="true" />}
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={entries[at] ? `${list}-${at}` : undefined}
            aria-label={t('shell.goTo')}
            placeholder={t('shell.goTo')}
            style={{ border: 0, outline: 'none', background: 'none', flex: 1, fontSize: 16 }}
            value={words}
            maxLength={100}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setAt(event.currentTarget.value.trim() === '' ? -1 : 0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') move(Math.min(entries.length - 1, at + 1));
              else if (event.key === 'ArrowUp') move(Math.max(0, at - 1));
              else if (event.key === 'Enter') go(entries[at]);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <p className="sr" role="status">
          {searching ? t('palette.searching') : t('palette.found', { count: entries.length })}
        </p>
        <ul
          id={list}
          role="listbox"
          aria-label={t('shell.goTo')}
          style={{ padding: 8, maxHeight: '56vh', overflow: 'auto' }}
        >
          {entries.map((entry, index) => {
            const Icon = iconOf(entry.icon);
            return (
              <Fragment key={entry.group + entry.key}>
                {entry.group === entries[index - 1]?.group ? null : (
                  <li role="presentation" className="t3 xs palette-group">
                    {t(`palette.${entry.group}`)}
                  </li>
                )}
                {/* The keyboard works through the combobox above, as the pattern asks. */}
                {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
                <li
                  id={`${list}-${index}`}
                  role="option"
                  aria-selected={index === at}
                  className="mantine-Combobox-option row"
                  data-combobox-selected={index === at ? true : undefined}
                  style={{ paddingInline: 10, cursor: 'pointer' }}
                  onClick={() => go(entry)}
                  onMouseMove={() => setAt(index)}
                >
                  <Icon className="i" aria-hidden="true" />
                  <bdi className="grow cut">{entry.name}</bdi>
                  <span className="t3 sm nowrap">{entry.kind}</span>
                </li>
              </Fragment>
            );
          })}
          {entries.length === 0 ? (
            <li role="presentation" className="t2" style={{ padding: 10 }}>
              {t(searching ? 'palette.searching' : 'shell.noPage')}
            </li>
          ) : null}
        </ul>
      </LateModal>
    </>
  );
}
