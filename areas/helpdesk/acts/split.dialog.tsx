import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { refreshTickets, type Ticket, useConversation } from '../talk/talk.queries.ts';
import styles from './acts.module.css';

const category = ref('help-category', { label: 'Category' });

/** Makes a new ticket of some of what was said in this one. */
export function SplitTicket({ row, onClose }: RowDialogProps<typeof helpDesk>) {
  const t = useT();
  const id = useId();
  const navigate = useNavigate();
  const [picked, setPicked] = useState<readonly string[]>([]);
  const [subject, setSubject] = useState('');
  const [categoryId, setCategoryId] = useState(row.categoryId);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    const missing = {
      ...(picked.length > 0 ? {} : { wordIds: t('split.choose') }),
      ...(subject.trim() ? {} : { subject: t('split.needsSubject') }),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    let madeId: string | undefined;
    await action.send(async (once) => {
      const made = await api.post<Answer<Ticket> & Done>(`/help-desk/split/${row.id}`, {
        body: { wordIds: picked, subject: subject.trim(), categoryId },
        ...once,
      });
      madeId = made.data.id;
      return made;
    });
    if (madeId !== undefined) await navigate({ to: `/help-desk/${madeId}` });
  };
  const errors: Record<string, string | undefined> = { ...action.fields, ...wrong };
  return (
    <ActionDialog title={t('split.title', { number: row.ticketNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('split.text')}</bdi>
        </p>
        <Refusal submit={action} fields={['wordIds', 'subject', 'categoryId']} />
        <Messages
          row={row}
          picked={picked}
          error={errors['wordIds']}
          onPick={(next) => {
            setPicked(next);
            setWrong({});
          }}
        />
        <div className="fld">
          <label htmlFor={id}>{t('split.subject')}</label>
          <input
            id={id}
            className="inp"
            maxLength={150}
            value={subject}
            aria-required
            aria-invalid={errors['subject'] ? true : undefined}
            aria-describedby={errors['subject'] ? `${id}-error` : undefined}
            onChange={(event) => {
              setSubject(event.currentTarget.value);
              setWrong({});
            }}
          />
          {errors['subject'] ? (
            <span className="errm" id={`${id}-error`}>
              {errors['subject']}
            </span>
          ) : null}
        </div>
        <RecordField
          label={t('split.category')}
          field={category}
          value={categoryId}
          error={errors['categoryId']}
          narrow={{ status: '1' }}
          onChange={setCategoryId}
        />
        <ActionButtons label={t('split.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** What can go into the new ticket: what was asked, replies, and notes of the desk. */
function Messages(props: {
  row: Ticket;
  picked: readonly string[];
  error: string | undefined;
  onPick: (picked: readonly string[]) => void;
}) {
  const { row, picked, error, onPick } = props;
  const t = useT();
  const id = useId();
  const { data } = useConversation(row.id);
  const said = (data ?? []).filter(({ kind }) => kind === 'QUESTION' || kind === 'REPLY' || kind === 'NOTE');
  const messages = [
    {
      id: row.id,
      author: row.appUser?.label ?? row.org?.label ?? '',
      at: row.createdAt,
      text: row.description,
      isNote: false,
    },
    ...said.map(({ kind, ...one }) => ({ ...one, isNote: kind === 'NOTE' })),
  ];
  return (
    <fieldset className={styles.messages} aria-describedby={error ? id : undefined}>
      <legend>
        <bdi>{t('split.messages')}</bdi>
      </legend>
      {messages.map((one) => (
        <label key={one.id} className={`check ${styles.message} ${one.isNote ? styles.internal : ''}`}>
          <input
            type="checkbox"
            checked={picked.includes(one.id)}
            onChange={() =>
              onPick(picked.includes(one.id) ? picked.filter((other) => other !== one.id) : [...picked, one.id])
            }
          />
          <bdi className={styles.excerpt}>{one.text}</bdi>
          <span className={`sm t2 ${styles.meta}`}>
            <bdi>{one.author}</bdi>
            {one.isNote ? <span className="tag">{t('talk.note')}</span> : null}
            <When at={one.at} />
          </span>
        </label>
      ))}
      {error ? (
        <span className="errm" id={id} role="alert">
          {error}
        </span>
      ) : null}
    </fieldset>
  );
}
