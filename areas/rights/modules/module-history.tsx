import type { HistoryRow } from '#kit/contract/answers.ts';
import { textOf, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { historyActionTexts, historyFieldTexts } from '#kit/web/texts/history-texts.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { useModuleHistory } from '../rights.queries.ts';
import type { ModuleRow } from '../permissions.contract.ts';
import '#kit/web/catalogue/record/record.css';

/** History of a module, newest first. */
export function ModuleHistory({ module }: { module: ModuleRow }) {
  const t = useT();
  const { data, error, refetch } = useModuleHistory(module.id);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" />;
  if (data.length === 0) return <p className="t2">{t('modules.noHistory')}</p>;
  return (
    <ul className="tl">
      {data.map((entry) => (
        <li key={entry.id}>
          <span className={`dot ${entry.action === 'status' ? 'off' : 'info'}`} aria-hidden="true" />
          <div>
            <span className="mid">{t(historyActionTexts[entry.action])}</span> {t('history.by')}{' '}
            <bdi className="mid">{entry.actorName}</bdi>
          </div>
          <div className="t3 sm">
            <When at={entry.at} /> (<Ago at={entry.at} />)
          </div>
          <Details entry={entry} />
        </li>
      ))}
    </ul>
  );
}

function Details({ entry }: { entry: HistoryRow }) {
  const t = useT();
  const shown = (name: string, value: unknown): string => {
    if (name === 'status') return t(value === 1 ? 'modules.on' : 'modules.off');
    if (name === 'inMenu' || name === 'inClientMenu') return t(value === true ? 'catalogue.yes' : 'catalogue.no');
    return value === null ? t('modules.top') : String(value as string | number);
  };
  return (
    <dl className="diff">
      {Object.keys(entry.after ?? {}).map((name) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{textOf(historyFieldTexts, name)}</dt>
          <dd>
            <del>
              <bdi>{shown(name, entry.before?.[name] ?? null)}</bdi>
            </del>{' '}
            <span aria-hidden="true">→</span>{' '}
            <ins>
              <bdi>{shown(name, entry.after?.[name] ?? null)}</bdi>
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
