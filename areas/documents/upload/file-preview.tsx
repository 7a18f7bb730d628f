import { Suspense, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { useBlobUrl } from '#kit/web/pdf/blob-url.ts';
import styles from './upload.module.css';

const PdfPage = lazyPage(async () => (await import('#kit/web/pdf/pdf-page.tsx')).PdfPage);

/** What a file shows that is not uploaded yet, large enough to read a date off it. A PDF shows its first page. */
export function FilePreview({ file }: { file: File }) {
  const t = useT();
  const [failed, setFailed] = useState(false);
  const label = t('upload.preview', { name: file.name });
  return (
    // Scrolled by the keyboard as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a place that scrolls is reached by the keyboard
    <div className={styles.preview} tabIndex={0} role="group" aria-label={label}>
      {failed ? (
        <p className="t2 sm">{t('upload.noPreview')}</p>
      ) : file.type === 'application/pdf' ? (
        <Suspense fallback={<span className="sk" />}>
          <PdfPage
            file={file}
            at={0}
            label={label}
            zoom={1}
            turns={0}
            onOpened={() => undefined}
            onDrawn={() => undefined}
            onFailed={() => setFailed(true)}
          />
        </Suspense>
      ) : (
        <Picture file={file} label={label} onFailed={() => setFailed(true)} />
      )}
    </div>
  );
}

function Picture({ file, label, onFailed }: { file: File; label: string; onFailed: () => void }) {
  const url = useBlobUrl(file);
  return url ? <img src={url} alt={label} onError={onFailed} /> : <span className="sk" />;
}
