import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './calls.web.ts';
import { type DriverState, driverStates } from './driver.contract.ts';
import { actsIn, type DriverAct } from './situation.contract.ts';

/** Says that a driver is away, gone or back. What papers say of them is not among it. */
export function SetDriverSituation({ row, onClose }: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const state = row['state'] as DriverState;
  const offered = actsIn(state);
  const [chosen, setChosen] = useState<DriverAct>();
  const [reason, setReason] = useState('');
  const submit = useSubmit();
  const act = chosen ?? offered[0];
  const save = async () => {
    if (reason.trim().length < 3) {
      submit.setFields({ reason: t('drivers.reasonShort') });
      document.getElementById(`${id}-reason`)?.focus();
      return;
    }
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/drivers/${act}/${row.id}`, {
        body: { reason: reason.trim() },
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const error = submit.fields['reason'];
  return (
    <Modal opened onClose={onClose} title={t('drivers.situationTitle', { title: row.title })}>
      <form
        className="col"
        style={{ gap: 16 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {submit.failure && !error ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <p className="t2">
          {t('drivers.isNow', { state: driverStates.find(({ value }) => value === state)?.label ?? state })}
        </p>
        <fieldset className="fld">
          <legend>{t('drivers.whatNow')}</legend>
          {offered.map((one) => (
            <label key={one} className="check">
              <input type="radio" name={id} checked={one === act} onChange={() => setChosen(one)} />
              {t(`drivers.acts.${one}`)}
            </label>
          ))}
        </fieldset>
        {act === 'suspend' || act === 'exit' ? <p className="alert info">{t(`drivers.ends.${act}`)}</p> : null}
        <div className="fld">
          <label htmlFor={`${id}-reason`}>{t('drivers.reason')}</label>
          <textarea
            id={`${id}-reason`}
            className="inp"
            rows={2}
            maxLength={300}
            required
            value={reason}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={(event) => {
              setReason(event.currentTarget.value);
              submit.clear();
            }}
          />
          {error ? (
            <span className="errm" id={`${id}-error`}>
              {error}
            </span>
          ) : null}
        </div>
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy || !act}>
            {t('drivers.save')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
