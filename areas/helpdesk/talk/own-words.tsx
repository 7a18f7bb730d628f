import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import type { ConversationItem } from '../tickets/conversation.contract.ts';
import { changeWords, refreshTickets, type Ticket } from './talk.queries.ts';

/** Changes what one wrote within the five minutes in which that is possible. */
export function OwnWords({ row, item, onClose }: { row: Ticket; item: ConversationItem; onClose: () => void }) {
  const t = useT();
  const [text, setText] = useState(item.text);
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    if (text.trim() === '') return setWrong(t('talk.write'));
    await action.send((once) => changeWords(item, row.id, text.trim(), once));
  };
  return (
    <form
      className="col gap-16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Refusal submit={action} fields={['text']} />
      <ReasonField
        label={t('talk.change')}
        rows={4}
        maxLength={5_000}
        value={text}
        isNeeded
        error={wrong ?? action.fields['text']}
        onChange={(next) => {
          setText(next);
          setWrong(undefined);
        }}
      />
      <div className="row">
        <button type="submit" className="btn p sm" disabled={action.busy}>
          {t('form.save')}
        </button>
        <button type="button" className="btn d sm" onClick={onClose}>
          {t('action.cancel')}
        </button>
      </div>
    </form>
  );
}
