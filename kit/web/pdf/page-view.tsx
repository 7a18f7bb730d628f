import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFileAlert,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { api } from '../api.ts';
import { formatNumber, useT } from '../i18n.ts';
import { lazyPage } from '../lazy.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { download } from '../catalogue/data.ts';
import { useBlobUrl } from './blob-url.ts';
import styles from './pdf.module.css';

/** What reads PDFs is large, and fetched with the first of them. */
const PdfPage = lazyPage(async () => (await import('./pdf-page.tsx')).PdfPage);

export interface ShownPage {
  /** Of the stored file. */
  id: string;
  /** What it is called when it is downloaded. */
  name: string;
  /** What it is called here, like "First page". */
  label: string;
  /** What it is called by a screen reader; its label where that says enough. */
  title?: string;
}
const zooms = [1, 1.5, 2, 3] as const;

async function save({ id, name }: ShownPage): Promise<void> {
  const { blob } = await api.blob('GET', `/file/${id}`);
  download(blob, name);
}

interface Props {
  pages: readonly ShownPage[];
  /** A page stands on the screen: of which file, the how manyth of it, and how many it has. A picture is one page. */
  onShown?: (file: string, at: number, count: number) => void;
}

/** The pages of a stored document one at a time, pictures and PDFs: larger, turned, or downloaded. */
export function PageView({ pages, onShown }: Props) {
  const t = useT();
  const [place, setPlace] = useState({ file: 0, at: 0 });
  const [counts, setCounts] = useState<Record<string, number>>({});
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const file = Math.min(place.file, pages.length - 1);
  const page = pages[file];
  const count = (page && counts[page.id]) ?? 1;
  const go = (to: { file: number; at: number }) => {
    setPlace(to);
    setTurns(0);
  };
  const next = () =>
    go(place.at + 1 < count ? { file, at: place.at + 1 } : { file: (file + 1) % Math.max(1, pages.length), at: 0 });
  const turn = () => setTurns((turns + 1) % 4);
  const larger = (by: 1 | -1) => setZoom(Math.min(zooms.length - 1, Math.max(0, zoom + by)));
  useShortcuts({ z: () => setZoom((zoom + 1) % zooms.length), o: turn, p: next });
  if (!page) return <p className="t2 sec">{t('pages.none')}</p>;
  return (
    <div className={styles.view}>
      <div className={styles.tools} role="toolbar" aria-label={t('pages.tools')}>
        {pages.length > 1
          ? pages.map((one, index) => (
              <button
                key={one.id}
                type="button"
                className={`btn sm ${index === file ? 'd' : 'g'}`}
                aria-pressed={index === file}
                onClick={() => go({ file: index, at: 0 })}
              >
                {one.label}
              </button>
            ))
          : null}
        {count > 1 ? <Steps at={place.at} count={count} onGo={(at) => go({ file, at })} /> : null}
        <span className="grow" />
        <Tool label={t('pages.smaller')} icon={IconZoomOut} disabled={zoom === 0} onClick={() => larger(-1)} />
        <span className="t3 sm" aria-live="polite">
          <bdi dir="ltr">{formatNumber(Math.round((zooms[zoom] ?? 1) * 100))} %</bdi>
        </span>
        <Tool
          label={t('pages.larger')}
          icon={IconZoomIn}
          disabled={zoom === zooms.length - 1}
          onClick={() => larger(1)}
        />
        <Tool label={t('pages.turn')} icon={IconRotateClockwise} onClick={turn} />
        <Tool label={t('pages.download', { name: page.name })} icon={IconDownload} onClick={() => void save(page)} />
      </div>
      <Whole
        key={page.id}
        page={page}
        at={place.at}
        zoom={zooms[zoom] ?? 1}
        turns={turns}
        onOpened={(pdfPages) => setCounts((known) => ({ ...known, [page.id]: pdfPages }))}
        onShown={(at, of) => onShown?.(page.id, at, of)}
      />
    </div>
  );
}

function Tool(props: { label: string; icon: Icon; disabled?: boolean; onClick: () => void }) {
  const { label, icon: Drawn, disabled, onClick } = props;
  return (
    <button type="button" className="btn g ic sm" aria-label={label} disabled={disabled} onClick={onClick}>
      <Drawn className="i" aria-hidden="true" />
    </button>
  );
}

/** The way through the pages of one PDF. */
function Steps({ at, count, onGo }: { at: number; count: number; onGo: (at: number) => void }) {
  const t = useT();
  return (
    <span className={styles.steps}>
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('pages.previousPage')}
        disabled={at === 0}
        onClick={() => onGo(at - 1)}
      >
        <IconChevronLeft className="i flip" aria-hidden="true" />
      </button>
      <span className="t2 sm" aria-live="polite">
        <bdi>{t('pages.pageAt', { number: formatNumber(at + 1), count: formatNumber(count) })}</bdi>
      </span>
      <button
        type="button"
        className="btn g ic sm"
        aria-label={t('pages.nextPage')}
        disabled={at === count - 1}
        onClick={() => onGo(at + 1)}
      >
        <IconChevronRight className="i flip" aria-hidden="true" />
      </button>
    </span>
  );
}

interface WholeProps {
  page: ShownPage;
  at: number;
  zoom: number;
  turns: number;
  onOpened: (count: number) => void;
  onShown: (at: number, count: number) => void;
}

/** The page as it is stored, scrolled where it is larger than its place. */
function Whole({ page, at, zoom, turns, onOpened, onShown }: WholeProps) {
  const t = useT();
  const [isUnreadable, setUnreadable] = useState(false);
  const [count, setCount] = useState(1);
  const { data, isError } = useQuery({
    queryKey: ['file', page.id],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api.blob('GET', `/file/${page.id}`, { signal })).blob,
  });
  const title = page.title ?? page.label;
  const label = count > 1 ? t('pages.pageOfPdf', { page: title, number: at + 1, count }) : title;
  if (isUnreadable || isError)
    return (
      <div className={styles.document} role="alert">
        <IconFileAlert aria-hidden="true" />
        <p className="mid">{t('pages.unreadable')}</p>
        <p className="t2 sm">{t('pages.unreadableText')}</p>
        <button type="button" className="btn d" onClick={() => void save(page)}>
          <IconDownload className="i s" aria-hidden="true" />
          {t('pages.download', { name: page.name })}
        </button>
      </div>
    );
  return (
    // Scrolled by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls is reached by the keyboard
    <div className={styles.place} tabIndex={0} role="group" aria-label={page.label}>
      {!data ? (
        <span className="sk" />
      ) : data.type.startsWith('image/') ? (
        <Picture
          file={data}
          label={label}
          zoom={zoom}
          turns={turns}
          onShown={() => onShown(0, 1)}
          onFailed={() => setUnreadable(true)}
        />
      ) : (
        <Suspense fallback={<span className="sk" />}>
          <PdfPage
            file={data}
            at={at}
            label={label}
            zoom={zoom}
            turns={turns}
            onOpened={(pages) => {
              setCount(pages);
              onOpened(pages);
            }}
            onDrawn={onShown}
            onFailed={() => setUnreadable(true)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Picture(props: {
  file: Blob;
  label: string;
  zoom: number;
  turns: number;
  onShown: () => void;
  onFailed: () => void;
}) {
  const { file, label, zoom, turns, onShown, onFailed } = props;
  const url = useBlobUrl(file);
  return url ? (
    <img
      src={url}
      alt={label}
      className={turns % 2 === 1 ? styles.aside : undefined}
      style={{ width: `${zoom * 100}%`, transform: `rotate(${turns * 90}deg)` }}
      onLoad={onShown}
      onError={onFailed}
    />
  ) : (
    <span className="sk" />
  );
}
