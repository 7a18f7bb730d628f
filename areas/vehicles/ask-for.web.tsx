import { useId, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './calls.web.ts';
import { TransferField } from './transfer-field.web.tsx';
import './vehicles.css';

/** Asks the owner of a vehicle for it, by both numbers on its papers. */
export function AskForVehicle({ onClose }: { onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [given, setGiven] = useState<Record<string, string>>({});
  const submit = useSubmit();
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    submit.clear();
  };
  const send = async () => {
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
    const answer = await submit.run(() =>
      api.post<{ message: string }>('/ownership-transfer', { body, quiet: true, idempotencyKey: crypto.randomUUID() }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const field = { given, errors: submit.fields, set, id };
  return (
    <section className="sheet sec" aria-labelledby={`${id}-title`} style={{ marginBlockEnd: 16, maxWidth: 560 }}>
      <form
        className="col gap"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <h2 className="h2" id={`${id}-title`}>
          {t('transfers.ask')}
        </h2>
        <p className="t2">{t('transfers.askText')}</p>
        {submit.failure && Object.keys(submit.fields).length === 0 ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <TransferField {...field} name="registrationNo" label={t('transfers.number')} />
        <TransferField {...field} name="chassisNo" label={t('transfers.chassis')} help={t('transfers.chassisHelp')} />
        <TransferField {...field} name="reason" label={t('vehicles.reason')} />
        <TransferField {...field} name="on" label={t('transfers.on')} type="date" optional />
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy}>
            {t('transfers.askDo')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </section>
  );
}
