import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import type { FileRef } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './calls.web.ts';

/** Whoever compared the certificate with the report says so, or why not. */
export function DecideReport({ row, onClose }: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const submit = useSubmit();
  const hasCertificate = (row['certificate'] as FileRef | null) !== null;
  const decide = async (decision: 'SEEN' | 'REFUSED') => {
    const body = { decision, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/medical-report/decide/${row.id}`, {
        body,
        quiet: true,
        ifMatch: `"v${row.version}"`,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) {
      if (answer.fields['reason']) document.getElementById(`${id}-reason`)?.focus();
      return;
    }
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const error = submit.fields['reason'];
  return (
    <Modal opened onClose={onClose} title={t('medical.decideTitle', { title: row.title })}>
      <form
        className="col"
        style={{ gap: 16 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void decide('SEEN');
        }}
      >
        {submit.failure && !error ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <p className="t2">{t(hasCertificate ? 'medical.decideText' : 'medical.noCertificate')}</p>
        <div className="fld">
          <label htmlFor={`${id}-reason`}>
            {t('medical.reason')} <span className="opt">{t('medical.reasonWhen')}</span>
          </label>
          <textarea
            id={`${id}-reason`}
            className="inp"
            rows={2}
            maxLength={500}
            value={reason}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {error ? (
            <span className="errm" id={`${id}-error`}>
              {error}
            </span>
          ) : null}
        </div>
        <div className="row wrap">
          <button type="submit" className="btn p" disabled={submit.busy || !hasCertificate}>
            {t('medical.seen')}
          </button>
          <button type="button" className="btn x" disabled={submit.busy} onClick={() => void decide('REFUSED')}>
            {t('medical.refuse')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
