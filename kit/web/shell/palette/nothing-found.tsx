import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import type { Entry } from './entry.ts';

/** What stands where nothing was found: what can be searched for, and where else there is help. */
export function NothingFound({ words, onGo }: { words: string; onGo: (entry: Entry) => void }) {
  const t = useT();
  const can = useCan();
  const way = (key: string, name: string, to: string) => (
    <button
      key={key}
      type="button"
      className="btn g sm"
      onClick={() => onGo({ key, group: 'actions', name, kind: '', icon: 'point', to })}
    >
      {name}
    </button>
  );
  return (
    <div className="palette-none">
      <p>{t('palette.none', { words })}</p>
      <p className="t2">{t('palette.what')}</p>
      <div className="row">
        {can('help', 'view') ? way('help', t('shell.help'), '/help') : null}
        {can('help-desk', 'create') ? way('ticket', t('palette.ask'), '/help-desk/new') : null}
      </div>
    </div>
  );
}
