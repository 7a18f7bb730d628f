import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { HistoryBreak, HistoryProof } from '#kit/contract/history.ts';
import { api } from '#kit/web/api.ts';
import { formatNumber, textOf, useT } from '#kit/web/i18n.ts';
import { queryClient } from '#kit/web/queries.ts';
import { historyActionTexts } from '#kit/web/texts/history-texts.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import styles from '../audit.module.css';

const key = ['history', 'proof'];
const pollMs = 1_000;
/** Kinds of which the server knows more than their name: which entries, and since when. */
const saysMore: ReadonlySet<HistoryBreak['kind']> = new Set(['missing', 'inserted', 'reordered', 'tail', 'rewritten']);

/** Whether the history is whole, when that was checked, and the way to check it now. For staff. */
export function ChainLine({ nameOf }: { nameOf: (module: string) => string }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<HistoryProof>>('/history/verify', { signal, quiet: true })).data,
    refetchInterval: ({ state }) => (state.data?.running ? pollMs : false),
    staleTime: 0,
  });
  if (!data) return null;
  const { running, last, entries } = data;
  const check = async () => {
    const answer = await api.post<Answer<HistoryProof>>('/history/verify').catch(() => undefined);
    if (answer) queryClient.setQueryData(key, answer.data);
  };
  return (
    <section className={styles.chain} aria-label={t('chain.label')}>
      {last?.broken ? <Broken found={last.broken} checkedAt={last.finishedAt} nameOf={nameOf} /> : null}
      <div className="row wrap">
        <span role="status">
          {running ? (
            <span className="st info">
              {t('chain.running', { done: formatNumber(running.checked), total: formatNumber(running.total) })}
            </span>
          ) : last?.state === 'whole' && last.finishedAt ? (
            <span className="st ok">
              <span>
                {t('chain.whole', { entries: formatNumber(last.total) })} <Ago at={last.finishedAt} />
              </span>
            </span>
          ) : last?.state === 'failed' ? (
            <span className="st due">{t('chain.failed')}</span>
          ) : last ? null : (
            <span className="st off">
              <bdi>{t('chain.never', { entries: formatNumber(entries) })}</bdi>
            </span>
          )}
        </span>
        <button type="button" className="btn d sm" disabled={running !== null} onClick={() => void check()}>
          {t('chain.check')}
        </button>
      </div>
      {running ? (
        <progress
          className="bar-of"
          aria-label={t('chain.label')}
          max={Math.max(1, running.total)}
          value={running.checked}
        />
      ) : null}
    </section>
  );
}

function Broken(props: { found: HistoryBreak; checkedAt: string | null; nameOf: (module: string) => string }) {
  const t = useT();
  const { found } = props;
  const unknown = t('chain.unknown');
  const who = [found.actorName, found.onBehalfOfName && t('history.onBehalfOf', { name: found.onBehalfOfName })];
  const what = [
    found.action && textOf(historyActionTexts, found.action),
    found.module && props.nameOf(found.module),
    found.recordTitle,
  ];
  return (
    <div className="alert bad" role="alert">
      <IconAlertTriangle className="i" aria-hidden="true" />
      <div>
        <h2 className="mid">
          {found.seq === null ? t('chain.broken') : t('chain.brokenAt', { seq: formatNumber(found.seq) })}
        </h2>
        <p>
          {t(`chain.kind.${found.kind}`)} {saysMore.has(found.kind) ? <bdi>{found.detail}</bdi> : null}
        </p>
        <dl className="diff">
          <dt>{t('chain.row')}</dt>
          <dd>
            <bdi dir="ltr">{found.id ?? unknown}</bdi>
          </dd>
          <dt>{t('chain.when')}</dt>
          <dd>{found.at ? <When at={found.at} /> : unknown}</dd>
          <dt>{t('chain.who')}</dt>
          <dd>
            <bdi>{who.filter(Boolean).join(' ') || unknown}</bdi>
          </dd>
          <dt>{t('chain.what')}</dt>
          <dd>
            <bdi>{what.filter(Boolean).join(' ') || unknown}</bdi>
          </dd>
          {props.checkedAt ? (
            <>
              <dt>{t('chain.checked')}</dt>
              <dd>
                <Ago at={props.checkedAt} />
              </dd>
            </>
          ) : null}
        </dl>
      </div>
    </div>
  );
}
