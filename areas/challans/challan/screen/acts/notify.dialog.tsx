import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField } from '#kit/web/ui/action-fields.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refreshChallans } from '../challan.queries.ts';

/** Sends an issued notice by email, or notes the day on which it was delivered by post or by hand. */
export function NotifyChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const [by, setBy] = useState<'EMAIL' | 'POST'>('EMAIL');
  const [on, setOn] = useState(() => indiaDay(new Date()));
  const action = useAction(refreshChallans, onClose);
  const send = () =>
    action.send((once) =>
      api.post<Done>(`/challan/notify/${row.id}`, { body: by === 'EMAIL' ? { by } : { by, on }, ...once }),
    );
  return (
    <ActionDialog title={t('challan.notify.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('challan.notify.text')}</bdi>
        </p>
        {row.notifyBy === null ? null : (
          <p>
            <bdi>{t('challan.notify.by', { day: formatDay(row.notifyBy) })}</bdi>
          </p>
        )}
        <Refusal submit={action} fields={['on']} />
        <ChoiceField
          legend={t('challan.notify.how')}
          isFirst
          options={[
            { value: 'EMAIL', label: t('challan.notify.email') },
            { value: 'POST', label: t('challan.notify.post') },
          ]}
          value={by}
          onChange={setBy}
        />
        {by === 'POST' ? (
          <DayField label={t('challan.notify.on')} value={on} error={action.fields['on']} onChange={setOn} />
        ) : null}
        <ActionButtons
          label={t(by === 'EMAIL' ? 'challan.notify.send' : 'challan.notify.note')}
          submit={action}
          onCancel={onClose}
        />
      </ActionForm>
    </ActionDialog>
  );
}
