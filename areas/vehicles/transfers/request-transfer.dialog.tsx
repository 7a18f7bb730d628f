import { useId } from 'react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import type { Done } from '#kit/web/ui/use-action.ts';
import { TransferField } from './transfer-field.tsx';
import { useTransferForm } from './transfer-form.web.ts';
import styles from '../vehicles.module.css';

const fields = ['registrationNo', 'chassisNo', 'reason', 'on'];

/** Asks the owner of a vehicle for it, by both numbers on its documents. */
export function AskForVehicle({ onClose }: { onClose: () => void }) {
  const t = useT();
  const id = useId();
  const { action, field, body } = useTransferForm(onClose);
  const send = () => action.send((once) => api.post<Done>('/ownership-transfer', { body: body(), ...once }));
  return (
    <section className={`sheet sec ${styles['transfer-request']}`} aria-labelledby={`${id}-title`}>
      <ActionForm isOwnCheck onSubmit={() => void send()}>
        <h2 className="h2" id={`${id}-title`}>
          {t('transfers.ask')}
        </h2>
        <p className="t2">{t('transfers.askText')}</p>
        <Refusal submit={action} fields={fields} />
        <TransferField {...field} name="registrationNo" label={t('transfers.number')} />
        <TransferField {...field} name="chassisNo" label={t('transfers.chassis')} help={t('transfers.chassisHelp')} />
        <TransferField {...field} name="reason" label={t('vehicles.reason')} />
        <TransferField {...field} name="on" label={t('transfers.on')} type="date" optional />
        <ActionButtons label={t('transfers.askDo')} submit={action} onCancel={onClose} />
      </ActionForm>
    </section>
  );
}
