import { type ComponentType, useEffect, useState } from 'react';
import { constants } from './constants.ts';
import { t } from './i18n.ts';
import { type BellEntry, store } from './storage/store.ts';

/** Told what draws toasts, when it is here. */
let setToaster: ((drawn: ComponentType) => void) | undefined;

async function fetchToaster() {
  const part = await import('./ui/toasts/toaster.tsx');
  setToaster?.(part.Toaster);
  return part;
}

/**
 * Where toasts stand. What draws them comes right behind the first page, which seldom has one and is here sooner without; where it
 * does not come, the next toast asks for it anew.
 */
export function Toaster() {
  const [Drawn, setDrawn] = useState<ComponentType>();
  useEffect(() => {
    setToaster = (drawn) => setDrawn(() => drawn);
    void fetchToaster().catch(() => undefined);
  }, []);
  return Drawn ? <Drawn /> : null;
}

const open = new Map<string, string>();
let serial = 0;

interface ToastAction {
  label: string;
  run: () => void;
}

type Kind = BellEntry['kind'];
const dots: Readonly<Record<Kind, string>> = { success: 'ok', warning: 'due', error: 'bad' };

async function show(kind: Kind, message: string, action?: ToastAction, closesAfterMs?: number | false): Promise<void> {
  // The same words twice at once say nothing more.
  if (!action && open.has(kind + message)) return;
  const id = `toast-${(serial += 1)}`;
  open.set(kind + message, id);
  const bell = [{ at: new Date().toISOString(), kind, message }, ...store.get('bell')];
  store.set('bell', bell.slice(0, constants.bellLimit));
  // Where it does not come, the bell has the words all the same.
  const toaster = await fetchToaster().catch(() => undefined);
  if (!toaster) return void open.delete(kind + message);
  toaster.show({
    id,
    // Errors interrupt a screen reader, successes wait for a pause.
    role: kind === 'error' ? 'alert' : 'status',
    className: `toast ${kind}`,
    withBorder: false,
    autoClose: closesAfterMs ?? constants.toastMs,
    closeButtonProps: { 'aria-label': t('toast.close') },
    onClose: () => open.delete(kind + message),
    message: (
      <span className="toast-line">
        <span className={`dot ${dots[kind]}`} aria-hidden="true" />
        <span className="grow">{message}</span>
        {action ? (
          <button
            type="button"
            className="btn sm g"
            onClick={() => {
              toaster.hide(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        ) : null}
      </span>
    ),
  });
}

/** Short messages at the top end of the window; the bell keeps the last fifty. */
export const toast = {
  /** `undo` adds a button and leaves the time to press it. */
  success: (message: string, undo?: () => void): void =>
    void (undo
      ? show('success', message, { label: t('action.undo'), run: undo }, constants.undoToastMs)
      : show('success', message)),
  /** Says what can be done now; it stays until that is done or it is closed, as it comes when nobody waits for it. */
  offer: (message: string, action: ToastAction): void => void show('success', message, action, false),
  /** Something is odd, though it was done: it stays long enough to be read. */
  warn: (message: string): void => void show('warning', message, undefined, constants.undoToastMs),
  error: (message: string): void => void show('error', message),
};
