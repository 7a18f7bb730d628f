import { useState } from 'react';
import type { Answer, BulkReport } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { BulkDialogProps } from '#kit/web/catalogue/bulk/area-bulk.ts';
import { BulkOutcome } from '#kit/web/catalogue/bulk/bulk-dialogs.tsx';
import type { Selection } from '#kit/web/exports.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { appUserPolicy } from '../policy/policy.contract.ts';
import { refreshPolicies } from '../policies.queries.ts';

/** Mails renewal reminders for the selected policies. */
export function RemindSelected({ selection, count, onClose }: BulkDialogProps) {
  const t = useT();
  return <Remind title={t('policies.remind.many', { count })} selection={selection} onClose={onClose} />;
}

/** Mails a renewal reminder for one policy. */
export function RemindOne({ row, onClose }: RowDialogProps<typeof appUserPolicy>) {
  const t = useT();
  const title = t('policies.remind.one', { title: row.title });
  return <Remind title={title} selection={{ ids: [row.id] }} onClose={() => onClose()} />;
}

function Remind(props: { title: string; selection: Selection; onClose: (done?: boolean) => void }) {
  const { title, selection, onClose } = props;
  const t = useT();
  const [again, setAgain] = useState(false);
  const [report, setReport] = useState<BulkReport>();
  // It stays open to say what was left out.
  const action = useAction(refreshPolicies, () => undefined);
  const send = async () => {
    const answer = await action.send((once) =>
      api.post<Answer<BulkReport>>('/app-user-policy/remind', {
        body: { ...selection, ...(again ? { again } : {}) },
        ...once,
      }),
    );
    if (answer instanceof ApiError) return;
    if (answer.data.failed.length > 0) setReport(answer.data);
    else onClose(true);
  };
  if (report) return <BulkOutcome report={report} definition={appUserPolicy} onClose={() => onClose(true)} />;
  return (
    <ActionDialog title={title} onClose={() => onClose()}>
      <ActionForm isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t('policies.remind.text')}</bdi>
        </p>
        <Refusal submit={action} />
        <label className="check">
          <input type="checkbox" checked={again} onChange={(event) => setAgain(event.currentTarget.checked)} />
          {t('policies.remind.again')}
        </label>
        <ActionButtons label={t('policies.remind.do')} submit={action} onCancel={() => onClose()} />
      </ActionForm>
    </ActionDialog>
  );
}
