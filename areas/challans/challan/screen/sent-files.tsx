import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { FileRef } from '#kit/contract/fields.ts';
import { Picture } from '#kit/web/catalogue/cells.tsx';
import { useT } from '#kit/web/i18n.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { LateModal } from '#kit/web/ui/late.tsx';
import styles from './challan.module.css';

const PageView = lazyPage(async () => (await import('#kit/web/pdf/page-view.tsx')).PageView);

/** Documents that came with a contest: pictures small, PDFs by name. One opens over the page. */
export function SentFiles({ files }: { files: readonly FileRef[] }) {
  const t = useT();
  const [shown, setShown] = useState<FileRef>();
  if (files.length === 0) return null;
  return (
    <>
      <ul className={styles.files} aria-label={t('challan.contest.documents')}>
        {files.map((file) => {
          const isPicture = file.mime.startsWith('image/');
          return (
            <li key={file.id}>
              <button
                type="button"
                className={isPicture ? styles.thumb : styles.file}
                aria-label={t('challan.contest.show', { name: file.name })}
                onClick={() => setShown(file)}
              >
                {isPicture ? (
                  <Picture file={file} size={256} alt="" />
                ) : (
                  <>
                    <IconFileText className="i s" aria-hidden="true" />
                    <bdi className="cut">{file.name}</bdi>
                  </>
                )}
              </button>
            </li>
          );
        })}
      </ul>
      <LateModal opened={shown !== undefined} onClose={() => setShown(undefined)} title={shown?.name} size="xl">
        {shown ? <PageView key={shown.id} pages={[{ id: shown.id, name: shown.name, label: shown.name }]} /> : null}
      </LateModal>
    </>
  );
}
