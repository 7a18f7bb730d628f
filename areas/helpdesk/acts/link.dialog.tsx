import { useState } from 'react';
import { ref } from '#kit/contract/fields.ts';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { RecordField } from '#kit/web/catalogue/inputs/record-field.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { madeLinkKinds } from '../tickets/links.contract.ts';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { refreshTickets } from '../talk/talk.queries.ts';
import styles from './acts.module.css';

const other = ref('help-desk', { label: 'Ticket' });

/** Links this ticket to another one of the same organisation. */
export function LinkTicket({ row, onClose }: RowDialogProps<typeof helpDesk>) {
  const t = useT();
  const [kind, setKind] = useState<(typeof madeLinkKinds)[number]>('RELATED');
  const [toId, setToId] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshTickets, onClose);
  const send = async () => {
    if (toId === '') return setWrong(t('acts.chooseTicket'));
    await action.send((once) => api.post<Done>(`/help-desk/links/${row.id}`, { body: { kind, toId }, ...once }));
  };
  return (
    <ActionDialog title={t('link.title', { number: row.ticketNo })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['kind', 'toId']} />
        <fieldset className={styles.messages}>
          <legend>
            <bdi>{t('link.how')}</bdi>
          </legend>
          {madeLinkKinds.map((one) => (
            <label key={one} className="check">
              <input type="radio" name="kind" checked={kind === one} onChange={() => setKind(one)} />
              <span>
                {t(`link.make.${one}`)}
                <span className={`sm t2 ${styles.hint}`}>
                  {t(one === 'RELATED' ? 'link.customersSee' : 'link.deskOnly')}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        <RecordField
          label={t('link.other')}
          field={other}
          value={toId}
          error={wrong ?? action.fields['toId']}
          isFirst
          narrow={row.orgId ? { orgId: row.orgId } : undefined}
          onChange={(next) => {
            setToId(next);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('link.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
