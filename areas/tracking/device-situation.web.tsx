import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './device-calls.web.ts';
import { type DeviceSituation, deviceSituations } from './device-health.contract.ts';
import './tracking.css';

/** Says what became of a device. Whether it is heard of follows by itself. */
export function SetDeviceSituation(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { definition, row, onClose } = props;
  const t = useT();
  const id = useId();
  const { data } = useRow(definition, row.id);
  const now = (data as unknown as { situation?: DeviceSituation } | undefined)?.situation;
  const [chosen, setChosen] = useState<DeviceSituation>();
  const [note, setNote] = useState('');
  const submit = useSubmit();
  const offered = now ? deviceSituations.filter((one) => one !== now) : [];
  const situation = chosen ?? offered[0];
  const save = async () => {
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/device/situation/${row.id}`, {
        body: { situation, ...(note.trim() === '' ? {} : { note: note.trim() }) },
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('devices.situationTitle', { title: row.title })}>
      <form
        className="col device-form"
        aria-busy={!now}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {submit.failure && !submit.fields['note'] ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        {now ? (
          <>
            <p className="t2">{t('devices.isNow', { situation: t(`devices.situations.${now}`) })}</p>
            <fieldset className="fld">
              <legend>{t('devices.whatNow')}</legend>
              {offered.map((one) => (
                <label key={one} className="check">
                  <input
                    type="radio"
                    name={id}
                    checked={one === situation}
                    onChange={() => {
                      setChosen(one);
                      submit.clear();
                    }}
                  />
                  {t(`devices.situations.${one}`)}
                </label>
              ))}
            </fieldset>
            {situation === 'RETIRED' ? <p className="alert info">{t('devices.retiredText')}</p> : null}
            {situation === 'FAULTY' ? <p className="alert info">{t('devices.faultyText')}</p> : null}
            <div className="fld">
              <label htmlFor={`${id}-note`}>
                {t('devices.whatHappened')} <span className="opt">{t('form.optional')}</span>
              </label>
              <textarea
                id={`${id}-note`}
                className="inp"
                rows={2}
                maxLength={300}
                value={note}
                aria-invalid={submit.fields['note'] ? true : undefined}
                aria-describedby={submit.fields['note'] ? `${id}-error` : undefined}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
              {submit.fields['note'] ? (
                <span className="errm" id={`${id}-error`}>
                  {submit.fields['note']}
                </span>
              ) : null}
            </div>
          </>
        ) : (
          <span className="sk" aria-hidden="true" />
        )}
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy || !situation}>
            {t('devices.save')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
