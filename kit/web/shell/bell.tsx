import { IconBell } from '@tabler/icons-react';
import { formatDistance, useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import { Empty } from '../ui/parts.tsx';
import { LateDrawer } from '../ui/late.tsx';

/** The last fifty messages: two seconds are too short for many readers. */
export function Bell({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const [entries, setEntries] = useKept('bell');
  return (
    <LateDrawer opened={opened} onClose={onClose} position="right" size={400} title={t('bell.title')}>
      {entries.length === 0 ? (
        <Empty icon={<IconBell aria-hidden="true" />} title={t('bell.none')} text={t('bell.noneText')} />
      ) : (
        <div className="col" style={{ gap: 12 }}>
          <ul className="col">
            {entries.map((entry, index) => (
              <li
                key={`${entry.at}-${index}`}
                className="row"
                style={{ alignItems: 'baseline', paddingBlock: 9, borderBlockEnd: '1px solid var(--line)' }}
              >
                <span
                  className={`dot ${entry.kind === 'error' ? 'bad' : entry.kind === 'warning' ? 'due' : 'ok'}`}
                  aria-hidden="true"
                />
                <span className="grow">{entry.message}</span>
                <span className="t3 xs nowrap">{formatDistance(entry.at)}</span>
              </li>
            ))}
          </ul>
          <button type="button" className="btn d sm" onClick={() => setEntries([])}>
            {t('bell.clear')}
          </button>
        </div>
      )}
    </LateDrawer>
  );
}
