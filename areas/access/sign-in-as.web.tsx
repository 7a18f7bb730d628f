import { Modal } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { actAs } from '#kit/web/acting.ts';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { reasonLimits } from './impersonation.contract.ts';

const { least, most, ticket: mostOfTicket } = reasonLimits;

/** Asks why, and then acts as the person of the row. */
export function SignInAs({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const [ticket, setTicket] = useState('');
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(undefined);
    if (reason.trim().length < least) {
      setFields({ reason: t('acting.reasonShort', { least }) });
      document.getElementById(`${id}-reason`)?.focus();
      return;
    }
    setFields({});
    setBusy(true);
    try {
      await actAs({ userId: row.id, reason: reason.trim(), ...(ticket.trim() ? { ticket: ticket.trim() } : {}) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFields(error.fields);
      setFailure(error.message);
      setBusy(false);
    }
  };
  const described = (name: string) => (fields[name] ? `${id}-${name}-error` : `${id}-${name}-help`);
  return (
    <Modal opened onClose={onClose} title={t('acting.action', { title: row.title })}>
      <form className="col" style={{ gap: 16 }} onSubmit={(event) => void submit(event)} noValidate>
        <p className="t2">{t('acting.text')}</p>
        {failure ? (
          <div className="alert bad" role="alert">
            {failure}
          </div>
        ) : null}
        <div className="fld">
          <label htmlFor={`${id}-reason`}>{t('acting.reason')}</label>
          <textarea
            id={`${id}-reason`}
            className="inp"
            rows={3}
            maxLength={most}
            required
            data-autofocus
            aria-invalid={fields['reason'] ? true : undefined}
            aria-describedby={described('reason')}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {fields['reason'] ? (
            <span id={`${id}-reason-error`} className="errm">
              {fields['reason']}
            </span>
          ) : (
            <span id={`${id}-reason-help`} className="help">
              {t('acting.reasonHelp', { name: row.title })}
            </span>
          )}
        </div>
        <div className="fld">
          <label htmlFor={`${id}-ticket`}>
            {t('acting.ticket')} <span className="opt">{t('form.optional')}</span>
          </label>
          <input
            id={`${id}-ticket`}
            className="inp"
            maxLength={mostOfTicket}
            aria-invalid={fields['ticket'] ? true : undefined}
            aria-describedby={described('ticket')}
            value={ticket}
            onChange={(event) => setTicket(event.currentTarget.value)}
          />
          {fields['ticket'] ? (
            <span id={`${id}-ticket-error`} className="errm">
              {fields['ticket']}
            </span>
          ) : (
            <span id={`${id}-ticket-help`} className="help">
              {t('acting.ticketHelp')}
            </span>
          )}
        </div>
        <div className="row">
          <button type="submit" className="btn p" disabled={busy}>
            {t('acting.start')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
