import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { toast } from '#kit/web/toast.tsx';
import { useSessions } from './sessions.queries.ts';
import { SessionLines } from './session-list.tsx';

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
      <SessionLines
        rows={data ?? []}
        actedAs={(name) => t('sessions.actedAsYou', { name })}
        onEnd={({ id }) => void act(api.delete(`/session/${id}`))}
      />
    </section>
  );
}
