import { IconSearch } from '@tabler/icons-react';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n.ts';
import { lazyPage } from '../../lazy.ts';
import { type Offer, offered } from '../../offers.ts';
import { LateModal, whenIdle } from '../../ui/late.tsx';
import type { FrameActions } from './palette-actions.ts';

const PaletteBox = lazyPage(async () => (await import('./palette-box.tsx')).PaletteBox);

/** Ctrl+K: pages, records, what can be done here, and what was looked at last. */
export function GoTo(frame: FrameActions) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const [offers, setOffers] = useState<Offer[]>([]);
  const isOpen = useRef(false);
  const show = () => {
    // Pressed again inside the palette, the focus is no longer where it was.
    if (!isOpen.current) setOffers(offered());
    isOpen.current = true;
    setOpen(true);
  };

  // It is there when it is opened.
  useEffect(() => whenIdle(() => PaletteBox.preload()), []);
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
        <Suspense>
          <PaletteBox offers={offers} frame={frame} onClose={close} />
        </Suspense>
      </LateModal>
    </>
  );
}
