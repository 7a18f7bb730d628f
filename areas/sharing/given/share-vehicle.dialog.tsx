import { useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { refreshShares } from '../sharing.queries.ts';

const fields = ['name', 'mobile', 'email', 'until', 'message'];

/** Offers somebody of another organisation to look at a vehicle, by the mobile number or the address they sign in with. */
export function ShareVehicle({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const t = useT();
  const [given, setGiven] = useState<Record<string, string>>({});
  const action = useAction(refreshShares, onClose);
  const field = (name: string) => ({
    value: given[name] ?? '',
    error: action.fields[name],
    onChange: (value: string) => {
      setGiven({ ...given, [name]: value });
      action.clear();
    },
  });
  const to = field('to');
  const send = () => {
    const { to: address = '', ...rest } = given;
    const filled = Object.entries(rest).filter(([, value]) => value.trim() !== '');
    const body = {
      ...Object.fromEntries(filled),
      type: 1,
      vehicleId: row.id,
      [address.includes('@') ? 'email' : 'mobile']: address.trim(),
    };
    return action.send((once) => api.post<Done>('/client/vehicle-invitation', { body, ...once }));
  };
  return (
    <ActionDialog title={t('sharing.shareTitle', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck onSubmit={() => void send()}>
        <p className="t2">{t('sharing.shareText')}</p>
        <Refusal submit={action} fields={fields} />
        <TextField
          label={t('sharing.address')}
          help={t('sharing.addressHelp')}
          dir="ltr"
          autoComplete="off"
          maxLength={254}
          data-autofocus
          {...to}
          error={action.fields['mobile'] ?? action.fields['email']}
        />
        <TextField label={t('sharing.name')} autoComplete="off" maxLength={100} {...field('name')} />
        <DayField label={t('sharing.lastDay')} optional help={t('sharing.lastDayHelp')} {...field('until')} />
        <TextField label={t('sharing.message')} optional maxLength={300} {...field('message')} />
        <ActionButtons label={t('sharing.send')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
