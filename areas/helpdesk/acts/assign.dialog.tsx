import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RowDialogProps } from '#kit/web/catalogue/area-actions.tsx';
import type { BulkDialogProps } from '#kit/web/catalogue/bulk/area-bulk.ts';
import { allRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { helpDesk } from '../tickets/ticket.contract.ts';
import { refreshTickets } from '../talk/talk.queries.ts';
import { nobody, type To, ToWhom, toBody } from './to-whom.tsx';

/** Most tickets of one call. */
const most = 100;

/** Gives one ticket to a team or a person, or with neither to nobody. */
export const AssignOne = ({ row, onClose }: RowDialogProps<typeof helpDesk>) => (
  <Assign
    count={1}
    was={{ ...nobody, teamId: row.teamId ?? '', userId: row.assigneeId ?? '' }}
    idsOf={() => Promise.resolve([row.id])}
    onClose={onClose}
  />
);

/** Gives the selected tickets to a team or a person. */
export const AssignSelected = ({ selection, count, onClose }: BulkDialogProps) => (
  <Assign
    count={count}
    was={nobody}
    idsOf={async () =>
      'ids' in selection
        ? selection.ids
        : (await allRows(helpDesk, selection.filter, new AbortController().signal)).map(({ id }) => id)
    }
    onClose={onClose}
  />
);

function Assign(props: {
  count: number;
  was: To;
  idsOf: () => Promise<readonly string[]>;
  onClose: (done?: boolean) => void;
}) {
  const t = useT();
  const { count, was, idsOf, onClose } = props;
  const [to, setTo] = useState(was);
  const action = useAction(refreshTickets, () => onClose(true));
  const isTooMany = count > most;
  const send = () =>
    action.send(async (once) =>
      api.post<Done>('/help-desk/assign', { body: { ids: await idsOf(), ...toBody(to) }, ...once }),
    );
  return (
    <ActionDialog title={t('acts.assignTitle', { count })} onClose={() => onClose()}>
      <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
        <p className="t2">
          <bdi>{t(isTooMany ? 'acts.tooMany' : 'acts.assignText')}</bdi>
        </p>
        <Refusal submit={action} fields={['teamId', 'userId']} />
        <ToWhom to={to} errors={action.fields} onChange={setTo} />
        <ActionButtons
          label={t(to.teamId || to.userId ? 'acts.assignDo' : 'acts.assignNobody')}
          submit={action}
          isOff={isTooMany}
          onCancel={() => onClose()}
        />
      </ActionForm>
    </ActionDialog>
  );
}
