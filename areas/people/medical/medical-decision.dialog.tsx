import { useId, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { medicalReport } from './medical.contract.ts';
import { refreshPeople } from '../people.queries.ts';

/** Records that the certificate was compared with the report, or why the report is refused. */
export function DecideReport({ row, onClose }: RowDialogProps<typeof medicalReport>) {
  const t = useT();
  const id = useId();
  const [reason, setReason] = useState('');
  const action = useAction(refreshPeople, onClose);
  const hasCertificate = row.certificate !== null;
  const decide = async (decision: 'SEEN' | 'REFUSED') => {
    const body = { decision, ...(reason.trim() ? { reason: reason.trim() } : {}) };
    const answer = await action.send((once) =>
      api.post<Done>(`/medical-report/decide/${row.id}`, { body, ifMatch: `"v${row.version}"`, ...once }),
    );
    if (answer instanceof ApiError && answer.fields['reason']) document.getElementById(id)?.focus();
  };
  return (
    <ActionDialog title={t('medical.decideTitle', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck onSubmit={() => void decide('SEEN')}>
        <Refusal submit={action} fields={['reason']} />
        <p className="t2">{t(hasCertificate ? 'medical.decideText' : 'medical.noCertificate')}</p>
        <ReasonField
          id={id}
          label={t('medical.reason')}
          hint={t('medical.reasonWhen')}
          maxLength={500}
          value={reason}
          error={action.fields['reason']}
          onChange={setReason}
        />
        <ActionButtons label={t('medical.seen')} submit={action} isOff={!hasCertificate} onCancel={onClose}>
          <button type="button" className="btn x" disabled={action.busy} onClick={() => void decide('REFUSED')}>
            {t('medical.refuse')}
          </button>
        </ActionButtons>
      </ActionForm>
    </ActionDialog>
  );
}
