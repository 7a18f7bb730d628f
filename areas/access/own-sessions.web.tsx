import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useSessions } from './session-data.web.tsx';
import type { SessionRow } from './sessions.contract.ts';

/** Where one is signed in, and the end of it. */
export function OwnSessions() {
  const t = useT();
  const { data, error, refetch } = useSessions();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const act = async (call: Promise<{ message: string }>) => {
    const answer = await call.catch(() => undefined);
    if (answer) toast.success(answer.message);
    await invalidate('session');
  };
  return (
    <section className="sheet" aria-labelledby="sessions-title" aria-busy={!data}>
      <div className="sec row wrap">
        <div className="grow">
          <h2 className="h2" id="sessions-title">
            {t('sessions.title')}
          </h2>
          <p className="t2">{t('sessions.text')}</p>
        </div>
        {data && data.length > 1 ? (
          <button type="button" className="btn x" onClick={() => void act(api.post('/session/end-others'))}>
            {t('sessions.endOthers')}
          </button>
        ) : null}
      </div>
      <ul className="own-sessions">
        {data?.map((row) => (
          <Line key={row.id} row={row} onEnd={() => void act(api.delete(`/session/${row.id}`))} />
        ))}
      </ul>
    </section>
  );
}

function Line({ row, onEnd }: { row: SessionRow; onEnd: () => void }) {
  const t = useT();
  const Icon = row.isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <li>
      <span className="mark" aria-hidden="true">
        <Icon className="i" />
      </span>
      <span className="what">
        <span className="mid">
          <bdi>{row.device}</bdi>
        </span>
        <span className="t2 sm facts-line">
          {row.address ? (
            <bdi dir="ltr" className="mono">
              {row.address}
            </bdi>
          ) : null}
          <bdi>
            {t('sessions.started')} <When at={row.startedAt} />
          </bdi>
          <bdi>
            {t('sessions.seen')} <Ago at={row.lastSeenAt} />
          </bdi>
        </span>
      </span>
      {row.isCurrent ? (
        <span className="tag info">{t('sessions.current')}</span>
      ) : (
        <button type="button" className="btn d sm" onClick={onEnd}>
          {t('sessions.end')}
          <span className="sr"> {row.device}</span>
        </button>
      )}
    </li>
  );
}
