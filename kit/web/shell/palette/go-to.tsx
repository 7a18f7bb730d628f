import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n.ts';
import { type Offer, offered } from '../../offers.ts';
import { LateModal } from '../../ui/late.tsx';
import { Palette } from './palette.tsx';
import type { FrameActions } from './palette-actions.ts';
import type { Entry } from './entry.ts';
import { useEntries } from './palette-entries.ts';

/** Ctrl+K: pages, records, what can be done here, and what was looked at last. */
export function GoTo(frame: FrameActions) {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [words, setWords] = useState('');
  // Before anything is typed, nothing is chosen: Enter alone must not do what stands first.
  const [at, setAt] = useState(-1);
  const [offers, setOffers] = useState<Offer[]>([]);
  const { entries, searching } = useEntries(words, open, offers, frame);
  const isOpen = useRef(false);
  const show = () => {
    // Pressed again inside the palette, the focus is no longer where it was.
    if (!isOpen.current) setOffers(offered());
    isOpen.current = true;
    setOpen(true);
  };

  // In the moment the page is drawn: a key pressed at once is not lost on a slow machine.
  useLayoutEffect(() => {
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
  const go = (entry: Entry) => {
    close();
    if (entry.to) void navigate({ to: entry.to });
    entry.run?.();
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
        <Palette
          words={words}
          onWords={setWords}
          entries={entries}
          at={at}
          onAt={setAt}
          isSearching={searching}
          onChoose={go}
        />
      </LateModal>
    </>
  );
}
