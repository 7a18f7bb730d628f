import { BannerFact } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { shapes, useDocumentSet } from '../documents.queries.ts';

/** How many of the documents that are asked for, or are there, are valid today. */
export function DocumentsFact({ definition, row }: Pick<RecordTabProps, 'definition' | 'row'>) {
  const t = useT();
  const { data } = useDocumentSet(definition.path, row.id);
  const counted = data?.kinds.filter(({ mandatory, current }) => mandatory || current) ?? [];
  if (counted.length === 0) return null;
  const valid = counted.filter(({ current }) => current && shapes[current.state] !== 'bad').length;
  return (
    <BannerFact tone={valid === counted.length ? 'ok' : 'due'}>
      {t('documents.validOf', { valid, count: counted.length })}
    </BannerFact>
  );
}
