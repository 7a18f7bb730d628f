import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { useRow } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled, type VehicleDetails } from './calls.web.ts';
import { needsNote, situationMoves, situationNames } from './situation.contract.ts';
import type { Situation } from './vehicle.contract.ts';
import './vehicles.css';

/** Says what became of a vehicle. Draft, active and compliance hold are not among it: they follow from its papers. */
export function SetSituation(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { definition, row, onClose } = props;
  const t = useT();
  const id = useId();
  const { data } = useRow(definition, row.id);
  const now = (data as unknown as VehicleDetails | undefined)?.situation as Situation | undefined;
  const [chosen, setChosen] = useState<Situation>();
  const [note, setNote] = useState('');
  const submit = useSubmit();
  const offered = now ? situationMoves[now] : [];
  const situation = chosen ?? offered[0];
  const isNeeded = situation !== undefined && needsNote.includes(situation);
  const ends = situation === 'SOLD' || situation === 'RETIRED';
  const save = async () => {
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/vehicle/situation/${row.id}`, {
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
    <Modal opened onClose={onClose} title={t('vehicles.situationTitle', { title: row.title })}>
      <form
        className="col gap"
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
            <p className="t2">{t('vehicles.isNow', { situation: situationNames[now] })}</p>
            <fieldset className="fld">
              <legend>{t('vehicles.situation')}</legend>
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
                  {situationNames[one]}
                </label>
              ))}
            </fieldset>
            {ends ? <p className="alert info">{t('vehicles.leavesDriver')}</p> : null}
            <div className="fld">
              <label htmlFor={`${id}-note`}>
                {t('vehicles.whatHappened')} {isNeeded ? null : <span className="opt">{t('form.optional')}</span>}
              </label>
              <textarea
                id={`${id}-note`}
                className="inp"
                rows={2}
                maxLength={300}
                value={note}
                aria-required={isNeeded}
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
            {t('vehicles.save')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
