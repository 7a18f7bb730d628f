import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refreshChallans } from '../challan.queries.ts';
import { ChallanFacts } from './facts.tsx';

/** What the driver answers before a company notice is issued. */
export function AnswerChallan({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const can = useCan();
  const [answer, setAnswer] = useState('');
  const [wrong, setWrong] = useState<string>();
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    const said = answer.trim();
    if (said.length < 3) return setWrong(t('challan.answer.missing'));
    await action.send((once) => api.post<Done>(`/challan/answer/${row.id}`, { body: { answer: said }, ...once }));
  };
  return (
    <ActionDialog title={t('challan.answer.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p>
          <bdi>{t('challan.answer.text')}</bdi>
        </p>
        <ChallanFacts row={row} />
        {row.violationId !== null && can('violation', 'view') ? (
          <p>
            <Link to={`/violation/${row.violationId}`} target="_blank">
              {t('challan.evidence.violation')}
            </Link>
          </p>
        ) : null}
        <Refusal submit={action} fields={['answer']} />
        <ReasonField
          label={t('challan.answer.field')}
          isNeeded
          isFirst
          rows={5}
          maxLength={2_000}
          value={answer}
          error={wrong ?? action.fields['answer']}
          onChange={(value) => {
            setAnswer(value);
            setWrong(undefined);
          }}
        />
        <ActionButtons label={t('challan.answer.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
