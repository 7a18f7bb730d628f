import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { MomentField } from './bind-device.web.tsx';
import { settled } from './device-calls.web.ts';
import './tracking.css';

/** Takes the device out of its vehicle, now or as of a past moment. */
export function TakeOutDevice({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [at, setAt] = useState('');
  const [reason, setReason] = useState('');
  const submit = useSubmit();
  const vehicle = (row['vehicle'] as { label: string } | null)?.label ?? '–';
  const end = async () => {
    const body = {
      ...(at === '' ? {} : { at: new Date(at).toISOString() }),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    };
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/device/vehicle-end/${row.id}`, {
        body,
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const known = submit.fields['at'] ?? submit.fields['reason'];
  return (
    <Modal opened onClose={onClose} title={t('devices.takeOutTitle', { title: row.title, vehicle })}>
      <form
        className="col device-form"
        onSubmit={(event) => {
          event.preventDefault();
          void end();
        }}
      >
        {submit.failure && !known ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <div className="fld">
          <label htmlFor={`${id}-reason`}>
            {t('devices.reason')} <span className="opt">{t('form.optional')}</span>
          </label>
          <input
            id={`${id}-reason`}
            className="inp"
            maxLength={300}
            data-autofocus
            value={reason}
            aria-invalid={submit.fields['reason'] ? true : undefined}
            aria-describedby={submit.fields['reason'] ? `${id}-reason-error` : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {submit.fields['reason'] ? (
            <span className="errm" id={`${id}-reason-error`}>
              {submit.fields['reason']}
            </span>
          ) : null}
        </div>
        <MomentField id={`${id}-at`} name="at" value={at} error={submit.fields['at']} onChange={setAt} />
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy}>
            {t('devices.takeOut')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
