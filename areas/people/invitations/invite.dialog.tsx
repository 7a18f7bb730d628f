import { useState } from 'react';
import { optional, ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshPeople } from '../people.queries.ts';
import { DriverLookup } from './driver-lookup.tsx';
import type { Invitation } from './invitations.contract.ts';
import '#kit/web/catalogue/catalogue.css';

const vehicleField = optional(ref('vehicle', { label: 'Vehicle' }));
const orgField = ref('organisation', { label: 'Organisation' });
const fields = ['orgId', 'mobile', 'name', 'email', 'vehicleId', 'message', 'transfer'];

/** Invites a driver, and offers one of another organisation to change over. */
export function Invite(props: { onSent: (sent: Invitation & { link: string }) => void; onClose: () => void }) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [given, setGiven] = useState<Record<string, string>>({});
  // It closes by showing what was sent.
  const action = useAction(refreshPeople, () => undefined);
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    action.clear();
  };
  const send = async (transfer: boolean) => {
    const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
    const body = { ...Object.fromEntries(filled), type: 2, transfer };
    const answer = await action.send(() =>
      api.post<Done & { data: Invitation & { link: string } }>('/client/vehicle-invitation', { body, quiet: true }),
    );
    if (!(answer instanceof ApiError)) props.onSent(answer.data);
  };
  const field = (name: string) => ({ value: given[name] ?? '', error: action.fields[name], onChange: set(name) });
  return (
    <ActionDialog title={t('invitations.invite')} onClose={props.onClose}>
      <ActionForm isOwnCheck onSubmit={() => void send(false)}>
        <Refusal submit={action} fields={fields} />
        {isStaff ? <RecordField label={t('invitations.organisation')} field={orgField} {...field('orgId')} /> : null}
        <DriverLookup {...field('mobile')} />
        <TextField label={t('invitations.name')} autoComplete="off" maxLength={100} {...field('name')} />
        <TextField
          label={t('invitations.email')}
          optional
          inputMode="email"
          dir="ltr"
          autoComplete="off"
          help={t('invitations.emailHelp')}
          {...field('email')}
        />
        <RecordField
          label={t('invitations.vehicle')}
          field={vehicleField}
          narrow={isStaff && given['orgId'] ? { orgId: given['orgId'] } : undefined}
          {...field('vehicleId')}
        />
        <TextField label={t('invitations.message')} optional maxLength={300} {...field('message')} />
        {action.fields['transfer'] === undefined ? null : (
          <OtherEmployer isBusy={action.busy} onAsk={() => void send(true)} />
        )}
        <ActionButtons label={t('invitations.send')} submit={action} onCancel={props.onClose} />
      </ActionForm>
    </ActionDialog>
  );
}

/** The driver works for another organisation: they can be asked to change over. */
function OtherEmployer({ isBusy, onAsk }: { isBusy: boolean; onAsk: () => void }) {
  const t = useT();
  return (
    <div className="alert due" role="alert">
      <span className="col gap-8 start">
        {t('invitations.elsewhere')}
        <button type="button" className="btn d" disabled={isBusy} onClick={onAsk}>
          {t('invitations.askOver')}
        </button>
      </span>
    </div>
  );
}
