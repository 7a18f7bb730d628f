import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { ActionForm } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { OpeningModal } from '#kit/web/ui/overlays.tsx';
import type { ViolationReason } from '../violation-answers.contract.ts';
import styles from '../speeding.module.css';

interface Said {
  reasonId: string;
  note: string;
}

interface Props {
  opened: boolean;
  reasons: readonly ViolationReason[] | undefined;
  isBusy: boolean;
  refused: string | undefined;
  /** What was typed beside the decision already; it is not asked for twice. */
  note: string;
  onNote: (note: string) => void;
  onClose: () => void;
  onSend: (said: Said) => void;
}

/** Asks why a violation is dismissed: a digit chooses the reason, Enter sends it, Ctrl+Enter from the note. */
export function DismissDialog(props: Props) {
  const t = useT();
  return (
    <OpeningModal opened={props.opened} onClose={props.onClose} title={t('violations.dismissTitle')}>
      {props.opened ? <Reason {...props} /> : null}
    </OpeningModal>
  );
}

function Reason({ reasons = [], isBusy, refused, note, onNote, onClose, onSend }: Props) {
  const t = useT();
  const [reasonId, setReason] = useState('');
  const chosen = reasons.find(({ id }) => id === reasonId);
  const choose = (key: string): boolean => {
    const reason = reasons[Number(key) - 1];
    if (reason) setReason(reason.id);
    return reason !== undefined;
  };
  return (
    <ActionForm isBusy={isBusy} onSubmit={() => onSend({ reasonId, note: note.trim() })}>
      <fieldset className={`fld ${styles.reasons}`}>
        <legend>{t('violations.reason')}</legend>
        {reasons.map((reason, at) => (
          <label key={reason.id} className="check">
            <input
              type="radio"
              name="reason"
              required
              data-autofocus={at === 0 || undefined}
              checked={reason.id === reasonId}
              onChange={() => setReason(reason.id)}
              onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey || !choose(event.key)) return;
                event.preventDefault();
                // The focus goes with the choice, as with the arrow keys.
                const inputs = event.currentTarget.closest('fieldset')?.querySelectorAll('input');
                inputs?.[Number(event.key) - 1]?.focus();
              }}
            />
            <bdi className="grow">{reason.name}</bdi>
            {at < 9 ? (
              <span className="kbd d-only" aria-hidden="true">
                {at + 1}
              </span>
            ) : null}
          </label>
        ))}
      </fieldset>
      <ReasonField
        label={t('violations.note')}
        hint={chosen?.needsNote ? undefined : t('form.optional')}
        help={t('violations.noteHelp')}
        rows={3}
        maxLength={1_000}
        isRequired={chosen?.needsNote === true}
        value={note}
        error={undefined}
        onChange={onNote}
      />
      {refused ? (
        <p className="alert bad" role="alert">
          <bdi>{refused}</bdi>
        </p>
      ) : null}
      <div className="row">
        <button type="submit" className="btn p" disabled={isBusy}>
          {t('violations.dismiss')}
        </button>
        <button type="button" className="btn g" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </ActionForm>
  );
}
