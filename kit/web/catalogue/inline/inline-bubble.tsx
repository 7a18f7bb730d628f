import { Popover } from '@mantine/core';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { useT } from '../../i18n.ts';

interface Props {
  /** Id of the message, to which the input refers. */
  id: string;
  message: string | undefined;
  /** Who made what of the value meanwhile. */
  changed: string | undefined;
  onMine: () => void;
  onTheirs: () => void;
  onCancel: () => void;
  /** The way back into the cell. */
  onBack: () => void;
  /** Whether the focus is in the cell: then it goes on to the choice. */
  isHere: () => boolean;
  /** The editor that the bubble hangs on. */
  children: ReactElement;
}

/** The bubble at an open cell: what is wrong with the value, or whose value is to stand. Nothing in a list clips it. */
export function InlineBubble({ id, message, changed, onMine, onTheirs, onCancel, onBack, isHere, children }: Props) {
  const t = useT();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopPropagation();
    if (event.key === 'Escape') onCancel();
    // The key that saved may still be held down: it must not choose as well.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key !== 'Tab') return;
    // It stands at the end of the page for the browser, and at the cell for people.
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll('button')];
    const next = all[all.indexOf(event.target as HTMLButtonElement) + (event.shiftKey ? -1 : 1)];
    if (next) next.focus();
    else onBack();
  };
  return (
    <Popover
      opened={message !== undefined || changed !== undefined}
      position="bottom-start"
      offset={6}
      withRoles={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown className="inline-bubble" data-inline-bubble={id} onKeyDown={onKeyDown}>
        {changed === undefined ? (
          <p className="errm" role="alert" id={id}>
            {message}
          </p>
        ) : (
          <>
            <p role="alert" id={id}>
              {changed}
            </p>
            <div className="row">
              <First onClick={onMine} isHere={isHere}>
                {t('inline.keepMine')}
              </First>
              <button type="button" className="btn sm d" onClick={onTheirs}>
                {t('inline.takeTheirs')}
              </button>
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The button that takes the focus over when the choice comes up. */
function First({ onClick, isHere, children }: { onClick: () => void; isHere: () => boolean; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Not yet where it will hang, so the page must not scroll to it.
    if (isHere()) button.current?.focus({ preventScroll: true });
    // Once, when the choice comes up.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return (
    <button ref={button} type="button" className="btn sm p" onClick={onClick}>
      {children}
    </button>
  );
}
