import { Modal } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { iconOf } from '../icons.ts';
import { useT } from '../i18n.ts';
import { useMenu } from './menu.tsx';

/** Ctrl+K: type a few letters of a page's name and go there. */
export function GoTo() {
  const t = useT();
  const navigate = useNavigate();
  const groups = useMenu();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const pages = groups.flatMap((group) => group.items.map((module) => ({ ...module, group: group.name })));
  const found = pages.filter((page) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => page.name.toLowerCase().includes(word)),
  );

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        setOpen(true);
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const close = () => {
    setOpen(false);
    setWords('');
    setAt(0);
  };
  const go = (index: number) => {
    const page = found[index];
    close();
    if (page?.route) void navigate({ to: page.route });
  };
  return (
    <>
      <button type="button" className="goto" onClick={() => setOpen(true)}>
        <IconSearch className="i s" aria-hidden="true" />
        <span className="cut">{t('shell.goTo')}</span>
        <span className="kbd" aria-hidden="true">
          Ctrl K
        </span>
      </button>
      <Modal
        opened={open}
        onClose={close}
        withCloseButton={false}
        padding={0}
        size={560}
        yOffset="12vh"
        lockScroll={false}
        // Over an open form as well: leaving that one asks by itself.
        zIndex={500}
        attributes={{ content: { 'aria-label': t('shell.goTo') } }}
        transitionProps={{ duration: 90 }}
      >
        <div className="row" style={{ padding: '14px 18px', borderBlockEnd: '1px solid var(--line)' }}>
          <IconSearch className="i" aria-hidden="true" />
          <input
            data-autofocus
            role="combobox"
            aria-expanded="true"
            aria-controls={list}
            aria-activedescendant={found[at] ? `${list}-${at}` : undefined}
            aria-label={t('shell.goTo')}
            placeholder={t('shell.goTo')}
            style={{ border: 0, outline: 'none', background: 'none', flex: 1, fontSize: 16 }}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setAt(0);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') setAt(Math.min(found.length - 1, at + 1));
              else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1));
              else if (event.key === 'Enter') go(at);
              else return;
              event.preventDefault();
            }}
          />
        </div>
        <ul
          id={list}
          role="listbox"
          aria-label={t('shell.pages')}
          style={{ padding: 8, maxHeight: '50vh', overflow: 'auto' }}
        >
          {found.map((page, index) => {
            const Icon = iconOf(page.icon);
            return (
              // The keyboard works through the combobox above, as the pattern asks.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
              <li
                key={page.id}
                id={`${list}-${index}`}
                role="option"
                aria-selected={index === at}
                className="mantine-Combobox-option row"
                data-combobox-selected={index === at ? true : undefined}
                style={{ paddingInline: 10, cursor: 'pointer' }}
                onClick={() => go(index)}
                onMouseEnter={() => setAt(index)}
              >
                <Icon className="i" aria-hidden="true" />
                <span className="grow">{page.name}</span>
                <span className="t3 sm">{page.group}</span>
              </li>
            );
          })}
          {found.length === 0 ? (
            <li className="t2" style={{ padding: 10 }}>
              {t('shell.noPage')}
            </li>
          ) : null}
        </ul>
      </Modal>
    </>
  );
}
