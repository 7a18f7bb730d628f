import { useEffect } from 'react';
import { isUnfinished } from '#kit/contract/export.ts';
import { fetchExport, useExports } from '../exports.ts';
import { formatNumber, t } from '../i18n.ts';
import { store, useKept } from '../storage/store.ts';
import { toast } from '../toast.tsx';

/** Tells that an export is ready, on whatever page its owner is by then. */
export function ExportWatch() {
  const [awaited] = useKept('awaitedExports');
  const { data } = useExports(awaited.length > 0);
  useEffect(() => {
    for (const file of data ?? []) {
      // What is kept is looked at anew: another tab may have told already.
      const left = store.get('awaitedExports');
      if (isUnfinished(file) || !left.includes(file.id)) continue;
      store.set(
        'awaitedExports',
        left.filter((id) => id !== file.id),
      );
      const { name } = file;
      if (file.state === 'done')
        toast.offer(t('exports.ready', { name, rows: formatNumber(file.total - file.leftOut) }), {
          label: t('exports.download'),
          run: () => void fetchExport(file),
        });
      else if (file.state === 'failed') toast.error(t('exports.notMade', { name, why: file.message ?? '' }));
    }
  }, [data]);
  return null;
}
