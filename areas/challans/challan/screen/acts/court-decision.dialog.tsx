import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ChoiceField, ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import type { challan } from '../../challan.contract.ts';
import { refreshChallans } from '../challan.queries.ts';
import { inRupees } from '../state-words.web.ts';

/** Notes what a court decided: the challan remains, with the deposit as part of it, or it is cancelled. */
export function CourtDecision({ row, onClose }: RowDialogProps<typeof challan>) {
  const t = useT();
  const [decision, setDecision] = useState<'UPHOLD' | 'CANCEL'>();
  const [note, setNote] = useState('');
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const action = useAction(refreshChallans, onClose);
  const send = async () => {
    const missing = {
      ...(decision ? {} : { decision: t('challan.courtDecision.choose') }),
      ...(note.trim().length < 3 ? { note: t('challan.courtDecision.noNote') } : {}),
    };
    setWrong(missing);
    if (Object.keys(missing).length > 0) return;
    await action.send((once) =>
      api.post<Done>(`/challan/court-decision/${row.id}`, { body: { decision, note: note.trim() }, ...once }),
    );
  };
  const rest = (row.amountPaise ?? 0) - row.paidPaise;
  const consequence = {
    UPHOLD:
      rest > 0
        ? t('challan.courtDecision.upholdText', { amount: inRupees(rest) })
        : t('challan.courtDecision.upholdPaid'),
    CANCEL:
      row.payment === 'WALLET'
        ? t('challan.courtDecision.cancelHeld', { amount: inRupees(row.paidPaise) })
        : t('challan.courtDecision.cancelText'),
  };
  return (
    <ActionDialog title={t('challan.courtDecision.title', { title: row.title })} onClose={onClose}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <Refusal submit={action} fields={['note', 'decision']} />
        <div>
          <ChoiceField
            legend={t('challan.courtDecision.decision')}
            options={[
              { value: 'UPHOLD', label: t('challan.courtDecision.uphold') },
              { value: 'CANCEL', label: t('challan.courtDecision.cancel') },
            ]}
            value={decision}
            onChange={(value) => {
              setDecision(value);
              setWrong({});
            }}
          />
          {wrong['decision'] ? (
            <p className="errm" role="alert">
              <bdi>{wrong['decision']}</bdi>
            </p>
          ) : null}
          {decision ? (
            <p className="help" role="status">
              <bdi>{consequence[decision]}</bdi>
            </p>
          ) : null}
        </div>
        <ReasonField
          label={t('challan.courtDecision.note')}
          help={t('challan.courtDecision.noteHelp')}
          isNeeded
          maxLength={500}
          value={note}
          error={wrong['note'] ?? action.fields['note']}
          onChange={(value) => {
            setNote(value);
            setWrong({});
          }}
        />
        <ActionButtons label={t('challan.decide.do')} submit={action} onCancel={onClose} />
      </ActionForm>
    </ActionDialog>
  );
}
