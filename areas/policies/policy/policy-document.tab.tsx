import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileOff,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { api } from '#kit/web/api.ts';
import { download } from '#kit/web/catalogue/data.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { Empty } from '#kit/web/ui/parts.tsx';
import type { appUserPolicy } from './policy.contract.ts';
import styles from '../policies.module.css';

/** What reads PDFs is large, and fetched with the first of them. */
const PdfPage = lazyPage(async () => (await import('#kit/web/pdf/pdf-page.tsx')).PdfPage);
const zooms = [1, 1.5, 2, 3] as const;

/** The PDF of a policy, or of the version that the address names, in the page. */
export function PolicyDocument(props: RecordTabProps) {
  const row = props.row as RowOf<typeof appUserPolicy>;
  const t = useT();
  const { file: asked } = useSearch({ strict: false }) as { file?: string };
  const stored = row.document;
  const id = asked ?? stored?.id;
  if (id === undefined)
    return (
      <div className="sheet">
        <Empty
          icon={<IconFileOff aria-hidden="true" />}
          title={t('policies.document.none')}
          text={t('policies.document.noneText')}
        />
      </div>
    );
  return <Shown key={id} id={id} name={id === stored?.id ? stored.name : 'policy.pdf'} />;
}

function Shown({ id, name }: { id: string; name: string }) {
  const t = useT();
  const [at, setAt] = useState(0);
  const [count, setCount] = useState(1);
  const [zoom, setZoom] = useState(0);
  const [isUnreadable, setUnreadable] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ['file', id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.blob('GET', `/file/${id}`, { signal })).blob,
  });
  const label = t('policies.document.page', { number: at + 1, count });
  const isBroken = isUnreadable || isError;
  return (
    <section className="sheet" aria-label={t('policies.document.tab')}>
      <div className={styles.tools} role="toolbar" aria-label={t('policies.document.tab')}>
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('policies.document.previous')}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <IconChevronLeft className="i flip" aria-hidden="true" />
        </button>
        <span className="t2 sm" aria-live="polite">
          <bdi>{t('policies.document.page', { number: formatNumber(at + 1), count: formatNumber(count) })}</bdi>
        </span>
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('policies.document.next')}
          disabled={at >= count - 1}
          onClick={() => setAt(at + 1)}
        >
          <IconChevronRight className="i flip" aria-hidden="true" />
        </button>
        <span className="grow" />
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('policies.document.smaller')}
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          <IconZoomOut className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('policies.document.larger')}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <IconZoomIn className="i" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('policies.document.download', { name })}
          disabled={!data}
          onClick={() => data && download(data, name)}
        >
          <IconDownload className="i" aria-hidden="true" />
        </button>
      </div>
      {isBroken ? (
        <p className="alert bad" role="alert">
          {t('policies.document.unreadable')}
        </p>
      ) : (
        // Scrolled by the keyboard as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls is reached by the keyboard
        <div className={styles.page} tabIndex={0} role="group" aria-label={label}>
          {!data ? (
            <span className="sk" />
          ) : data.type.startsWith('image/') ? (
            <Picture file={data} label={label} width={zooms[zoom] ?? 1} />
          ) : (
            <Suspense fallback={<span className="sk" />}>
              <PdfPage
                file={data}
                at={at}
                label={label}
                zoom={zooms[zoom] ?? 1}
                turns={0}
                onOpened={setCount}
                onDrawn={() => undefined}
                onFailed={() => setUnreadable(true)}
              />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

function Picture({ file, label, width }: { file: Blob; label: string; width: number }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url ? <img src={url} alt={label} style={{ width: `${width * 100}%` }} /> : <span className="sk" />;
}
