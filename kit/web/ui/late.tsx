import type { DrawerProps, ModalProps } from '@mantine/core';
import { Suspense, useRef } from 'react';
import { lazyPage } from '../lazy.ts';

const load = () => import('./overlays.tsx');
const OpeningModal = lazyPage(async () => (await load()).OpeningModal);
const OpeningDrawer = lazyPage(async () => (await load()).OpeningDrawer);

/** Fetches a part of the program once the page is at rest, so that it is there when it is opened. */
export function whenIdle(fetch: () => Promise<unknown>): void {
  // A browser that never says it is idle (Safari) gets it a little later.
  const later = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1_000));
  later(() => void fetch().catch(() => undefined));
}

/** Fetches dialogs and drawers: the first one opens at once. */
export const fetchOverlays = (): void => whenIdle(load);

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
