import { IconDownload } from '@tabler/icons-react';
import { type ExportFile, exportLimits, isUnfinished } from '#kit/contract/export.ts';
import { catalogueAt } from '#kit/web/catalogue/all.ts';
import { fetchExport, removeExport, useExports } from '#kit/web/exports.ts';
import { formatDistance, formatNumber, formatTime, useT } from '#kit/web/i18n.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import styles from './exports.module.css';

const shapes = { waiting: 'off', running: 'info', done: 'ok', failed: 'bad', expired: 'off' } as const;
const inUnit = (unit: string) => new Intl.NumberFormat('en-IN', { style: 'unit', unit, maximumFractionDigits: 1 });
const kilobytes = inUnit('kilobyte');
const megabytes = inUnit('megabyte');
const sizeOf = (bytes: number) => (bytes < 1e6 ? kilobytes.format(bytes / 1e3) : megabytes.format(bytes / 1e6));

/** Files that were made for the signed-in person, or still are. */
export function Exports() {
  const t = useT();
  const limits = { days: exportLimits.fileDays, rows: formatNumber(exportLimits.atOnce) };
  return (
    <ListPage
      title={t('exports.title')}
      sub={t('exports.sub', limits)}
      found={useExports()}
      told={null}
      empty={{
        icon: <IconDownload aria-hidden="true" />,
        title: t('exports.none'),
        text: t('exports.noneText', limits),
      }}
    >
      {(files) => (
        <ul className={styles.exports}>
          {files?.map((file) => (
            <Line key={file.id} file={file} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Line({ file }: { file: ExportFile }) {
  const t = useT();
  const can = useCan();
  const { state, name } = file;
  const open = isUnfinished(file);
  const many = catalogueAt(file.module)?.many ?? file.module;
  const mayFetch = can(file.module, 'export') && (!file.trash || can(file.module, 'delete'));
  const rows = { done: formatNumber(file.done), total: formatNumber(file.total) };
  return (
    <li>
      <span className="mark" aria-hidden="true">
        {file.format.toUpperCase()}
      </span>
      <span className={styles.what}>
        <bdi dir="ltr" className={`mid ${styles['file-name']}`}>
          {name}
        </bdi>
        <span className={`t2 sm ${styles['facts-line']}`}>
          <bdi>{file.trash ? t('exports.deleted', { many }) : many}</bdi>
          <bdi>{open ? t('exports.rowsOf', rows) : t('exports.rows', { rows: rows.total })}</bdi>
          {file.leftOut > 0 ? <bdi>{t('exports.leftOut', { count: formatNumber(file.leftOut) })}</bdi> : null}
          {state === 'done' ? <bdi>{sizeOf(file.bytes)}</bdi> : null}
          <Ago at={file.at} />
          {state === 'done' && file.expiresAt ? (
            <time dateTime={file.expiresAt} title={formatTime(file.expiresAt)}>
              <bdi>{t('exports.expires', { when: formatDistance(file.expiresAt) })}</bdi>
            </time>
          ) : null}
        </span>
        {file.message ? <span className="sm">{file.message}</span> : null}
        {open ? (
          <progress
            className="bar-of"
            aria-label={t('exports.progress', { name })}
            max={Math.max(1, file.total)}
            value={file.done}
          />
        ) : null}
      </span>
      <span className={`st ${shapes[state]}`}>{t(`exports.state.${state}`)}</span>
      <span className="row acts">
        {state === 'done' && mayFetch ? (
          <button type="button" className="btn d sm" onClick={() => void fetchExport(file)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('exports.download')}
            <span className="sr"> {name}</span>
          </button>
        ) : null}
        <button type="button" className={`btn sm ${open ? 'd' : 'g'}`} onClick={() => void removeExport(file)}>
          {t(open ? 'action.cancel' : 'exports.remove')}
          <span className="sr"> {name}</span>
        </button>
      </span>
    </li>
  );
}
