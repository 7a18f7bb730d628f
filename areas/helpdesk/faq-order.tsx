import { lazy, Suspense } from 'react';
import type { RowOf } from '#kit/contract/rows.ts';
import { CatalogueArrange } from '#kit/web/catalogue/arrange.tsx';
import { useT } from '#kit/web/i18n.ts';
import type { faq } from './helpdesk.contract.ts';

const RichText = lazy(async () => ({ default: (await import('#kit/web/ui/rich-text.tsx')).RichText }));

/** Questions in the order the help pages show them, each with its answer as readers see it. */
export function FaqArrange({ definition }: { definition: typeof faq }) {
  const t = useT();
  return (
    <CatalogueArrange definition={definition}>
      {(row: RowOf<typeof faq>) => (
        <>
          {row.state === 'PUBLISHED' ? null : <span className="tag due">{row.state.toLowerCase()}</span>}
          <details>
            <summary className="sm t2">{t('arrange.preview')}</summary>
            <Suspense fallback={<span className="sk" />}>
              <RichText html={row.answer} />
            </Suspense>
          </details>
        </>
      )}
    </CatalogueArrange>
  );
}
