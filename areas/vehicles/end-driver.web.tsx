import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { type Period, settled } from './calls.web.ts';
import './vehicles.css';

/** Ends a period with a reason, or takes back one that is planned. */
export function EndDriver({ row, period, onClose }: { row: AnyRow; period: Period; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const submit = useSubmit();
  const isPlanned = period.state === 'PLANNED';
  const end = async () => {
    const body = { assignmentId: period.id, ...(reason.trim() === '' ? {} : { reason: reason.trim() }) };
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/vehicle/driver-end/${row.id}`, {
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
  const words = { driver: period.driver, title: row.title };
  return (
    <Modal opened onClose={onClose} title={t(isPlanned ? 'vehicles.takeBackTitle' : 'vehicles.endTitle', words)}>
      <form
        className="col gap"
        onSubmit={(event) => {
          event.preventDefault();
          void end();
        }}
      >
        {submit.failure ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        {isPlanned ? null : (
          <div className="fld">
            <label htmlFor={id}>
              {t('vehicles.reason')} <span className="opt">{t('form.optional')}</span>
            </label>
            <input
              id={id}
              className="inp"
              maxLength={300}
              data-autofocus
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </div>
        )}
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy}>
            {t(isPlanned ? 'vehicles.takeBack' : 'vehicles.end')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
