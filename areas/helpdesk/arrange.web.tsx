import { lazy, Suspense } from 'react';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { CatalogueArrange } from '#kit/web/catalogue/arrange.tsx';
import { useT } from '#kit/web/i18n.ts';

const RichText = lazy(async () => ({ default: (await import('#kit/web/ui/rich-text.tsx')).RichText }));

/** Questions in the order the help pages show them, each with its answer as readers see it. */
export function FaqArrange({ definition }: { definition: AnyCatalogue }) {
  const t = useT();
  return (
    <CatalogueArrange definition={definition}>
      {(row) => (
        <>
          {row['state'] === 'PUBLISHED' ? null : <span className="tag due">{String(row['state']).toLowerCase()}</span>}
          <details>
            <summary className="sm t2">{t('arrange.preview')}</summary>
            <Suspense fallback={<span className="sk" />}>
              <RichText html={String(row['answer'] ?? '')} />
            </Suspense>
          </details>
        </>
      )}
    </CatalogueArrange>
  );
}
