import { useT } from '../i18n.ts';

/** Sends the form it stands in, and names the key that does the same. */
export function SaveButton({ busy, label, disabled }: { busy: boolean; label?: string; disabled?: boolean }) {
  const t = useT();
  return (
    <button type="submit" className="btn p" disabled={busy || disabled}>
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {label ?? t('form.save')}
      <span className="kbd" aria-hidden="true">
        Ctrl S
      </span>
    </button>
  );
}
