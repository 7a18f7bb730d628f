import { Modal } from '@mantine/core';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import { usePersonSessions } from '../accounts/person.queries.ts';
import { SessionLines } from './session-list.tsx';
import { WayIn } from '../accounts/sign-in-methods.tsx';
import styles from './sessions.module.css';

/** How and where somebody else is signed in, and the end of it. */
export function PersonSessions({ definition, row, actions }: RecordTabProps) {
  const t = useT();
  const { data, error, refetch } = usePersonSessions(definition, row);
  const [asking, setAsking] = useState(false);
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  const title = row.title;
  const end = async (path: string) => {
    const answer = await api.delete<{ message: string }>(path).catch(() => undefined);
    if (answer) toast.success(answer.message);
    await invalidate(definition.path, 'history');
  };
  return (
    <div className={`sheet ${styles['way-in-sheet']}`}>
      <WayIn definition={definition} row={row} actions={actions} />
      <section className={styles.below} aria-labelledby="person-sessions">
        <div className="sec row wrap">
          <div className="grow">
            <h2 className="h2" id="person-sessions">
              {t('sessions.ofTitle', { title })}
            </h2>
            <p className="t2">
              <bdi>{t('sessions.ofText')}</bdi>
            </p>
          </div>
          {data.length > 1 && !isActing ? (
            <button type="button" className="btn x" onClick={() => setAsking(true)}>
              {t('sessions.endAll')}
            </button>
          ) : null}
        </div>
        {data.length === 0 ? (
          <Empty
            icon={<IconDeviceDesktop aria-hidden="true" />}
            title={t('sessions.none')}
            text={t('sessions.noneText', { title })}
          />
        ) : (
          <SessionLines
            rows={data}
            actedAs={(name) => t('sessions.actedAs', { name, title })}
            onEnd={isActing ? undefined : ({ id }) => void end(`/user/${row.id}/sessions/${id}`)}
          />
        )}
      </section>
      <Modal opened={asking} onClose={() => setAsking(false)} title={t('sessions.endAllTitle', { title })}>
        <div className="col" style={{ gap: 16 }}>
          <p className="t2">
            <bdi>{t('sessions.endAllText', { title })}</bdi>
          </p>
          <div className="row">
            <button
              type="button"
              className="btn x"
              data-autofocus
              onClick={() => {
                setAsking(false);
                void end(`/user/${row.id}/sessions`);
              }}
            >
              {t('sessions.endAllOf', { count: data.length })}
            </button>
            <button type="button" className="btn d" onClick={() => setAsking(false)}>
              {t('action.cancel')}
            </button>
          </div>
        </div>
      </Modal>
    </div>
  );
}
