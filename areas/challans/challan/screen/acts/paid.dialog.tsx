import { useState } from 'react';
import { indiaDay } from '#kit/contract/days.ts';
import { isDay } from '#kit/contract/ids-and-days.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { DayField } from '#kit/web/ui/date/day-field.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { openPaise } from '../../challan-status.rules.ts';
import { refreshChallans } from '../challan.queries.ts';
import { inRupees } from '../state-words.web.ts';

/** Notes that a challan was paid elsewhere: to the authority, or to the company outside the wallet. */
export function PaidElsewhere({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const [on, setOn] = useState(() => indiaDay(new Date()));
  const [receiptNo, setReceipt] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    if (!isDay(on)) return setWrong(t('challan.elsewhere.noDay'));
    await action.send((once) =>
      api.post<Done>(`/challan/paid/${row.id}`, { body: { on, receiptNo: receiptNo.trim() || null }, ...once }),
    );
  };
  return (
    <ActionDialog title={t('challan.elsewhere.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>
            {t(row.source === 'INTERNAL' ? 'challan.elsewhere.own' : 'challan.elsewhere.there', {
              amount: inRupees(openPaise(row)),
            })}
          </bdi>
        </p>
        <Refusal submit={action} fields={['on', 'receiptNo']} />
        <DayField
          label={t('challan.elsewhere.on')}
          isFirst
          value={on}
          error={wrong ?? action.fields['on']}
          onChange={(value) => {
            setOn(value);
            setWrong(undefined);
          }}
        />
        <TextField
          label={t('challan.elsewhere.receiptNo')}
          optional
          dir="ltr"
          autoComplete="off"
          maxLength={60}
          value={receiptNo}
          error={action.fields['receiptNo']}
          onChange={setReceipt}
        />
        <ActionButtons label={t('challan.elsewhere.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
