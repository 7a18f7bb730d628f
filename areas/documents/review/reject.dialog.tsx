import { useId, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { ActionForm } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { OpeningModal } from '#kit/web/ui/overlays.tsx';
import { rejectReasons } from '../documents/document.contract.ts';
import type { Decision } from './review.contract.ts';

interface Said {
  reasonCode: string;
  reasonText?: string;
}

/** Asks why a paper is turned down; whoever handed it in reads the answer. Open while there is a decision. */
export function TurnDown(props: {
  decision: Exclude<Decision, 'VERIFY'> | undefined;
  busy: boolean;
  refused: string | undefined;
  onClose: () => void;
  onSend: (said: Said) => void;
}) {
  const t = useT();
  return (
    <OpeningModal
      opened={props.decision !== undefined}
      onClose={props.onClose}
      title={t(props.decision === 'REJECT' ? 'review.rejectTitle' : 'review.askTitle')}
    >
      {props.decision ? <Reason {...props} /> : null}
    </OpeningModal>
  );
}

function Reason({ decision, busy, refused, onClose, onSend }: Parameters<typeof TurnDown>[0]) {
  const t = useT();
  const id = useId();
  const [reasonCode, setCode] = useState('');
  const [words, setWords] = useState('');
  const isNeeded = reasonCode === 'OTHER';
  return (
    <ActionForm onSubmit={() => onSend({ reasonCode, ...(words.trim() ? { reasonText: words.trim() } : {}) })}>
      <p className="t2">{t('review.mailed')}</p>
      <div className="fld">
        <label htmlFor={`${id}-why`}>{t('review.reason')}</label>
        <select
          id={`${id}-why`}
          className="inp"
          value={reasonCode}
          data-autofocus
          required
          onChange={(event) => setCode(event.currentTarget.value)}
        >
          {/* Nobody is told a reason that nobody chose. */}
          <option value="" disabled>
            {t('review.chooseReason')}
          </option>
          {rejectReasons.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <ReasonField
        label={t('review.words')}
        hint={isNeeded ? undefined : t('form.optional')}
        rows={3}
        maxLength={500}
        isRequired={isNeeded}
        value={words}
        error={undefined}
        onChange={setWords}
      />
      {refused ? (
        <p className="alert bad" role="alert">
          {refused}
        </p>
      ) : null}
      <div className="row">
        <button type="submit" className={decision === 'REJECT' ? 'btn x' : 'btn p'} disabled={busy}>
          {t(decision === 'REJECT' ? 'review.reject' : 'review.askAgain')}
        </button>
        <button type="button" className="btn g" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </ActionForm>
  );
}
