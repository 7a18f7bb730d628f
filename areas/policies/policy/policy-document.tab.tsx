import { IconFileOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { RowOf } from '#kit/contract/rows.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { PageView } from '#kit/web/pdf/page-view.tsx';
import { Empty } from '#kit/web/ui/parts.tsx';
import type { appUserPolicy } from './policy.contract.ts';

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
  const page = {
    id,
    name: id === stored?.id ? stored.name : 'policy.pdf',
    label: t('policies.document.of', { policy: row.policyNo }),
  };
  return (
    <section className="sheet" aria-label={t('policies.document.tab')}>
      <PageView key={id} pages={[page]} />
    </section>
  );
}
