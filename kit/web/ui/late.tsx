import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useRef } from 'react';
import { lazyPage } from '../lazy.ts';

const load = () => import('./overlays.tsx');
const OpeningModal = lazyPage(async () => (await load()).OpeningModal);
const OpeningDrawer = lazyPage(async () => (await load()).OpeningDrawer);

/** Fetches dialogs and drawers once the page is at rest, so that the first one opens at once. */
export function fetchOverlays(): void {
  // A browser that never says it is idle (Safari) gets them a little later.
  const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
  later(() => void load().catch(() => undefined));
}

const useWasOpened = (opened: boolean): boolean => {
  const was = useRef(false);
  was.current ||= opened;
  return was.current;
};

/** A dialog that is fetched when it is first opened: for pages that must show without it. */
export const LateModal = (props: ModalProps) =>
  useWasOpened(props.opened) ? (
    <Suspense>
      <OpeningModal {...props} />
    </Suspense>
  ) : null;

/** Like LateModal, of a drawer. */
export const LateDrawer = (props: DrawerProps) =>
  useWasOpened(props.opened) ? (
    <Suspense>
      <OpeningDrawer {...props} />
    </Suspense>
  ) : null;
