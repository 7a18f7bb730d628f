import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { ImportBatch } from '#kit/contract/import.ts';
import { ApiError, api } from '../../api.ts';
import { formatNumber, useT } from '../../i18n.ts';
import { invalidate } from '../../queries.ts';
import { useCan } from '../../rights.ts';
import { toast } from '../../toast.tsx';
import { download } from '../data.ts';

interface Undone {
  removed: number;
  put: number;
  left: { line: number; title: string; message: string }[];
}

/** How far an import is, what came of it, and the ways to its report and back. */
export function Outcome({
  definition,
  start,
  onAgain,
}: {
  definition: AnyCatalogue;
  start: ImportBatch;
  onAgain?: () => void;
}) {
  const t = useT();
  const can = useCan();
  const [undone, setUndone] = useState<Undone>();
  const [busy, setBusy] = useState(false);
  // An undo that is pressed again after an answer was lost is the same one.
  const [undoKey] = useState(() => crypto.randomUUID());
  const { data } = useQuery({
    queryKey: [definition.path, 'import', start.id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ImportBatch>>(`/${definition.path}/import/${start.id}`, { signal, quiet: true })).data,
    initialData: start,
    refetchInterval: (query) => (isRunning(query.state.data ?? start) ? 700 : false),
    staleTime: 0,
  });
  const running = isRunning(data);
  useEffect(() => {
    if (!running) void invalidate(definition.path, 'dashboard', 'history', 'trash');
  }, [running, definition.path]);
  const report = async () => {
    const { blob, name } = await api.blob('GET', `/${definition.path}/import/${start.id}/report`);
    download(blob, name);
  };
  const undo = async () => {
    setBusy(true);
    try {
      const answer = await api.post<Answer<Undone>>(`/${definition.path}/import/${start.id}/undo`, {
        idempotencyKey: undoKey,
      });
      setUndone(answer.data);
      toast.success(answer.message);
      await invalidate(definition.path, 'dashboard', 'history', 'trash');
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const share = data.total === 0 ? 1 : data.done / data.total;
  return (
    <section className="sheet sec col" style={{ gap: 14 }} aria-label={t('import.step.outcome')}>
      <p role="status" className="mid">
        {running
          ? t('import.progress', { done: formatNumber(data.done), total: formatNumber(data.total) })
          : t(`import.state.${data.state}`)}
      </p>
      {running ? (
        <progress className="bar-of" max={1} value={data.partial ? share : undefined} aria-label={t('import.title')} />
      ) : null}
      {data.message ? <p className="alert bad">{data.message}</p> : null}
      <dl className="facts">
        {(['created', 'updated', 'same', 'failed'] as const).map((name) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(`import.of.${name}`)}</dt>
            <dd>{formatNumber(data[name])}</dd>
          </div>
        ))}
      </dl>
      {undone && undone.left.length > 0 ? (
        <div className="alert due">
          <div>
            {t('import.left', { count: undone.left.length })}
            <ul>
              {undone.left.slice(0, 50).map((one) => (
                <li key={one.line}>
                  <bdi>{one.title}</bdi>: {one.message}
                </li>
              ))}
            </ul>
            {undone.left.length > 50 ? t('import.leftMore', { count: formatNumber(undone.left.length - 50) }) : null}
          </div>
        </div>
      ) : null}
      <div className="row wrap">
        <Link to={`/${definition.path}`} className="btn p">
          {t('import.toList')}
        </Link>
        {running ? null : (
          <button type="button" className="btn d" onClick={() => void report()}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('import.report')}
          </button>
        )}
        {data.state === 'done' && can(definition.path, 'delete') && can(definition.path, 'edit') ? (
          <button type="button" className="btn x" disabled={busy} onClick={() => void undo()}>
            {busy ? <span className="spin" aria-hidden="true" /> : null}
            {t('import.undo')}
          </button>
        ) : null}
        {onAgain && !running ? (
          <button type="button" className="btn g" onClick={onAgain}>
            {t('import.again')}
          </button>
        ) : null}
      </div>
    </section>
  );
}

const isRunning = (batch: ImportBatch) => batch.state === 'waiting' || batch.state === 'running';
