import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import type { Done } from '#kit/web/ui/use-action.ts';
import { TransferField } from './transfer-field.tsx';
import { useTransferForm } from './transfer-form.web.ts';

const organisation = ref('organisation', { label: 'New owner' });
const fields = ['toOrgId', 'toMobile', 'reason', 'on'];

/** Offers a vehicle to its new owner: clients by the number that person signs in with, staff by the organisation. */
export function OfferVehicle(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { row, onClose } = props;
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { action, field, body } = useTransferForm(onClose);
  const offer = () => action.send((once) => api.post<Done>(`/vehicle/transfer/${row.id}`, { body: body(), ...once }));
  return (
    <ActionDialog title={t('transfers.offerTitle', { title: row.title })} onClose={onClose}>
      <ActionForm onSubmit={() => void offer()}>
        <p className="t2">{t('transfers.offerText')}</p>
        <Refusal submit={action} fields={fields} />
        {isStaff ? (
          <RecordField
            label={t('transfers.newOwner')}
            field={organisation}
            value={field.given['toOrgId'] ?? ''}
            error={field.errors['toOrgId'] ?? field.errors['toMobile']}
            isFirst
            onChange={field.set('toOrgId')}
          />
        ) : (
          <TransferField
            {...field}
            name="toMobile"
            label={t('transfers.mobile')}
            help={t('transfers.mobileHelp')}
            first
          />
        )}
        <TransferField {...field} name="reason" label={t('vehicles.reason')} />
        <TransferField {...field} name="on" label={t('transfers.on')} type="date" optional />
        <ActionButtons label={t('transfers.offer')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
