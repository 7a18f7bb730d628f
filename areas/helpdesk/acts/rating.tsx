import { useId, useState } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import type { PlainTextKey } from '#kit/web/texts/texts.ts';
import { ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshTickets, type Ticket } from '../talk/talk.queries.ts';
import styles from './acts.module.css';

const words: readonly PlainTextKey[] = ['rating.1', 'rating.2', 'rating.3', 'rating.4', 'rating.5'];

/**
 * How satisfied the customer is, in one of five words and a comment. It can be changed; of a ticket that was reopened since, it is asked anew,
 * for it was of another solution.
 */
export function Rating({ row }: { row: Ticket }) {
  const t = useT();
  const name = useId();
  const isRated = row.satisfaction !== null && (row.ratedAt ?? '') >= (row.resolvedAt ?? row.closedAt ?? '');
  const [score, setScore] = useState<number | null>(isRated ? (row.satisfaction ?? null) : null);
  const [comment, setComment] = useState(isRated ? (row.satisfactionNote ?? '') : '');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshTickets, () => undefined);
  const send = async () => {
    if (score === null) return setWrong(t('rating.choose'));
    await action.send((once) =>
      api.post<Done>(`/help-desk/satisfaction/${row.id}`, {
        body: { score, comment: comment.trim() === '' ? null : comment.trim() },
        ...once,
      }),
    );
  };
  const error = wrong ?? action.fields['score'];
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <Refusal submit={action} fields={['score', 'comment']} />
      <fieldset className={`fld ${styles.rating}`} aria-describedby={error ? `${name}-error` : undefined}>
        <legend>
          <bdi>{t('rating.legend')}</bdi>
        </legend>
        <div className={styles.scores}>
          {words.map((word, at) => (
            <label key={word} className={styles.score}>
              <input
                type="radio"
                name={name}
                checked={score === at + 1}
                onChange={() => {
                  setScore(at + 1);
                  setWrong(undefined);
                }}
              />
              <b>{at + 1}</b>
              <span>{t(word)}</span>
            </label>
          ))}
        </div>
        {error ? (
          <span className="errm" id={`${name}-error`} role="alert">
            <bdi>{error}</bdi>
          </span>
        ) : null}
      </fieldset>
      <ReasonField
        label={t('rating.comment')}
        hint={t('form.optional')}
        maxLength={1_000}
        value={comment}
        error={action.fields['comment']}
        onChange={setComment}
      />
      <div className="row">
        <button type="submit" className="btn d" disabled={action.busy}>
          {t(isRated ? 'rating.change' : 'rating.send')}
        </button>
      </div>
    </ActionForm>
  );
}
