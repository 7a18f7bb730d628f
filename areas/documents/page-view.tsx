import { IconDownload, IconFileTypePdf, IconRotateClockwise, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#kit/web/api.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import { openFile } from './documents.queries.ts';
import styles from './documents.module.css';

export interface ShownPage {
  id: string;
  name: string;
  mime: string;
  /** What it is called, like "First page". */
  label: string;
}
const zooms = [1, 1.5, 2, 3] as const;

/** The pages of a paper one at a time: larger, turned, or handed to the reader as a file where it is a document. */
export function PageView({ pages }: { pages: readonly ShownPage[] }) {
  const t = useT();
  const [at, setAt] = useState(0);
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const page = pages[Math.min(at, pages.length - 1)];
  const turn = () => setTurns((turns + 1) % 4);
  const larger = (by: 1 | -1) => setZoom(Math.min(zooms.length - 1, Math.max(0, zoom + by)));
  useShortcuts({
    z: () => setZoom((zoom + 1) % zooms.length),
    o: turn,
    p: () => {
      setAt((at + 1) % Math.max(1, pages.length));
      setTurns(0);
    },
  });
  if (!page) return <p className="t2 sec">{t('review.noPage')}</p>;
  const isPicture = page.mime.startsWith('image/');
  return (
    <div className={styles['page-view']}>
      <div className={styles['page-tools']} role="toolbar" aria-label={t('review.pageTools')}>
        {pages.length > 1
          ? pages.map((one, index) => (
              <button
                key={one.id}
                type="button"
                className={`btn sm ${index === at ? 'd' : 'g'}`}
                aria-pressed={index === at}
                onClick={() => {
                  setAt(index);
                  setTurns(0);
                }}
              >
                {one.label}
              </button>
            ))
          : null}
        <span className="grow" />
        {isPicture ? (
          <>
            <button
              type="button"
              className="btn g ic sm"
              aria-label={t('review.smaller')}
              disabled={zoom === 0}
              onClick={() => larger(-1)}
            >
              <IconZoomOut className="i" aria-hidden="true" />
            </button>
            <span className="t3 sm" aria-live="polite">
              <bdi dir="ltr">{formatNumber(Math.round((zooms[zoom] ?? 1) * 100))} %</bdi>
            </span>
            <button
              type="button"
              className="btn g ic sm"
              aria-label={t('review.larger')}
              disabled={zoom === zooms.length - 1}
              onClick={() => larger(1)}
            >
              <IconZoomIn className="i" aria-hidden="true" />
            </button>
            <button type="button" className="btn g ic sm" aria-label={t('review.turn')} onClick={turn}>
              <IconRotateClockwise className="i" aria-hidden="true" />
            </button>
          </>
        ) : null}
        <button
          type="button"
          className="btn g ic sm"
          aria-label={t('review.download', { name: page.name })}
          onClick={() => void openFile(page)}
        >
          <IconDownload className="i" aria-hidden="true" />
        </button>
      </div>
      {isPicture ? (
        <Whole page={page} zoom={zooms[zoom] ?? 1} turns={turns} />
      ) : (
        <div className={styles['page-document']}>
          <IconFileTypePdf aria-hidden="true" />
          <p className="mid">
            <bdi>{page.name}</bdi>
          </p>
          <p className="t2 sm">{t('review.pdfText')}</p>
          <button type="button" className="btn d" onClick={() => void openFile(page)}>
            <IconDownload className="i s" aria-hidden="true" />
            {t('review.openPdf')}
          </button>
        </div>
      )}
    </div>
  );
}

/** The picture as it is stored, scrolled where it is larger than its place. */
function Whole({ page, zoom, turns }: { page: ShownPage; zoom: number; turns: number }) {
  const t = useT();
  const { data } = useQuery({
    queryKey: ['file', page.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.blob('GET', `/file/${page.id}`, { signal })).blob,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return (
    // Scrolled by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls is reached by the keyboard
    <div className={styles['page-place']} tabIndex={0} role="group" aria-label={page.label}>
      {url ? (
        <img
          src={url}
          alt={t('review.pageOf', { page: page.label })}
          className={turns % 2 === 1 ? styles.aside : undefined}
          style={{ width: `${zoom * 100}%`, transform: `rotate(${turns * 90}deg)` }}
        />
      ) : (
        <span className="sk" />
      )}
    </div>
  );
}
