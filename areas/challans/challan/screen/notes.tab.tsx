import { IconLock } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { ReasonField } from '#kit/web/ui/action-fields.tsx';
import { type Done, useAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import { type Challan, refreshChallans, useNotes } from './challan.queries.ts';
import styles from './challan.module.css';

/** What staff wrote about a challan for themselves. */
export const ChallanNotes = ({ row }: RecordTabProps) => <NotesSheet row={row as Challan} />;

export function NotesSheet({ row }: { row: Challan }) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const { data } = useNotes(row.id);
  return (
    <section className={`sheet sec col gap-14 ${styles.notes}`} aria-labelledby={id} aria-busy={!data}>
      <div>
        <h2 className="h2" id={id}>
          {t('challan.notes.title')}
        </h2>
        <p className={styles.private}>
          <IconLock className="i s" aria-hidden="true" />
          <bdi>{t('challan.notes.private')}</bdi>
        </p>
      </div>
      {data?.map((one) => (
        <div key={one.id} className={styles.said}>
          <p className={styles.words}>
            <bdi>{one.text}</bdi>
          </p>
          <p className="t2 sm">
            <bdi>{one.author}</bdi> · <When at={one.createdAt} />
          </p>
        </div>
      ))}
      {can('challan-note', 'create') ? <AddNote row={row} /> : null}
    </section>
  );
}

function AddNote({ row }: { row: Challan }) {
  const t = useT();
  const [text, setText] = useState('');
  const action = useAction(refreshChallans, () => setText(''));
  const send = () =>
    action.send((once) =>
      api.post<Done>('/challan-note', {
        body: { challanId: row.id, orgId: row.orgId, text: text.trim() },
        ...once,
      }),
    );
  return (
    <ActionForm isOwnCheck isBusy={action.busy} onSubmit={() => void send()}>
      <Refusal submit={action} fields={['text']} />
      <ReasonField
        label={t('challan.notes.new')}
        rows={3}
        maxLength={5_000}
        value={text}
        error={action.fields['text']}
        onChange={setText}
      />
      <div className="row">
        <button type="submit" className="btn d" disabled={action.busy || text.trim() === ''}>
          {t('challan.notes.add')}
        </button>
      </div>
    </ActionForm>
  );
}
