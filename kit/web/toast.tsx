import { notifications } from '@mantine/notifications';
import { constants } from './constants.ts';
import { t } from './i18n.ts';
import { store } from './storage/store.ts';

const open = new Map<string, string>();
let serial = 0;

function show(kind: 'success' | 'error', message: string, undo?: () => void): void {
  // The same words twice at once say nothing more.
  if (!undo && open.has(kind + message)) return;
  const id = `toast-${(serial += 1)}`;
  open.set(kind + message, id);
  const bell = [{ at: new Date().toISOString(), kind, message }, ...store.get('bell')];
  store.set('bell', bell.slice(0, constants.bellLimit));
  notifications.show({
    id,
    // Errors interrupt a screen reader, successes wait for a pause.
    role: kind === 'error' ? 'alert' : 'status',
    className: `toast ${kind}`,
    withBorder: false,
    autoClose: undo ? constants.undoToastMs : constants.toastMs,
    closeButtonProps: { 'aria-label': t('toast.close') },
    onClose: () => open.delete(kind + message),
    message: (
      <span className="toast-line">
        <span className={`dot ${kind === 'error' ? 'bad' : 'ok'}`} aria-hidden="true" />
        <span className="grow">{message}</span>
        {undo ? (
          <button
            type="button"
            className="btn sm g"
            onClick={() => {
              notifications.hide(id);
              undo();
            }}
          >
            {t('action.undo')}
          </button>
        ) : null}
      </span>
    ),
  });
}

/** Short messages at the top end of the window; the bell keeps the last fifty. */
export const toast = {
  /** `undo` adds a button and leaves the time to press it. */
  success: (message: string, undo?: () => void): void => show('success', message, undo),
  error: (message: string): void => show('error', message),
};
