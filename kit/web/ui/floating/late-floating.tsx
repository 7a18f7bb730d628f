import { type ButtonHTMLAttributes, cloneElement, type ReactElement, type Ref } from 'react';
import { Suspense, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n.ts';
import { type LazyPage, lazyPage } from '../../lazy.ts';
import { toast } from '../../toast.tsx';
import { whenIdle } from '../late.tsx';
import type { Anchor, FloatingMenuProps, FloatingPopoverProps } from './floating.tsx';

export type { MenuParts } from './floating.tsx';

const load = () => import('./floating.tsx');
const FloatingMenu = lazyPage(async () => (await load()).FloatingMenu);
const FloatingPopover = lazyPage(async () => (await load()).FloatingPopover);

/** Fetches menus and popovers once the page is at rest: the first one opens at once. */
export const fetchFloating = (): void =>
  whenIdle(() => Promise.all([FloatingMenu.preload(), FloatingPopover.preload()]));

type Trigger = ReactElement<ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> }>;

/**
 * Whether what was asked for is here and can be drawn. Where it cannot be fetched this is said, and the button can be pressed again.
 * @param giveUp takes back that it was asked for.
 */
function useFetched(wanted: boolean, part: Pick<LazyPage<object>, 'preload'>, giveUp: () => void): boolean {
  const [isHere, setIsHere] = useState(false);
  const isComing = wanted && !isHere;
  useEffect(() => {
    if (!isComing) return;
    part.preload().then(
      () => setIsHere(true),
      () => {
        toast.error(t('error.offline'));
        giveUp();
      },
    );
    // What gives up is new with every render, and does the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isComing, part]);
  return isHere;
}

/** What tells a screen reader of the button what it opens. */
const said = (id: string, kind: 'menu' | 'dialog', isOpen: boolean) => ({
  id,
  'aria-haspopup': kind,
  'aria-expanded': isOpen,
  'aria-controls': isOpen ? `${id}-dropdown` : undefined,
});

/**
 * A menu that is fetched when it is first opened, for pages that must show without it. Its button is the same before and after.
 * @param props.anchor the button's ref, for those who give it the focus.
 */
export function LateMenu({
  trigger,
  anchor,
  ...menu
}: Pick<FloatingMenuProps, 'position' | 'width' | 'children'> & { trigger: Trigger; anchor?: Anchor }) {
  const id = useId();
  const own = useRef<HTMLButtonElement>(null);
  const ref = anchor ?? own;
  const [opened, setOpened] = useState(false);
  const isHere = useFetched(opened, FloatingMenu, () => setOpened(false));
  return (
    <>
      {cloneElement(trigger, {
        ref,
        ...said(id, 'menu', opened && isHere),
        onClick: () => setOpened(!opened),
      })}
      {isHere ? (
        <Suspense>
          <FloatingMenu {...menu} id={id} anchor={ref} opened={opened} onChange={setOpened} />
        </Suspense>
      ) : null}
    </>
  );
}

/** Like LateMenu, of a popover, which whoever shows it opens and closes. */
export function LatePopover({
  trigger,
  opened,
  onChange,
  ...popover
}: Omit<FloatingPopoverProps, 'anchor' | 'id'> & { trigger: Trigger }) {
  const id = useId();
  const ref = useRef<HTMLButtonElement>(null);
  const isHere = useFetched(opened, FloatingPopover, () => onChange(false));
  return (
    <>
      {cloneElement(trigger, {
        ref,
        ...said(id, 'dialog', opened && isHere),
        onClick: () => onChange(!opened),
      })}
      {isHere ? (
        <Suspense>
          <FloatingPopover {...popover} id={id} anchor={ref} opened={opened} onChange={onChange} />
        </Suspense>
      ) : null}
    </>
  );
}
