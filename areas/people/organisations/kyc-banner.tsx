import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { kycStatuses } from '#areas/documents/documents/subjects.contract.ts';
import { type Reason, RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useOrganisationDocuments } from '../people.queries.ts';
import type { organisation } from '../people.contract.ts';
import { type KycLine, kycLines } from './kyc-lines.rules.ts';

const tones = { rejected: 'bad', expired: 'bad', missing: 'due', waiting: 'info' } as const;

/** Is the organisation verified, what is missing, and what to do next: above every tab of it. */
export function KycBanner({ row }: RecordTabProps<typeof organisation>) {
  const t = useT();
  const can = useCan();
  const { tab } = useSearch({ strict: false }) as { tab?: string };
  const mayView = can('vehicle-kyc-doc', 'view');
  const { data } = useOrganisationDocuments(row.id, mayView);
  const wayOf = useWays(row.id, tab);
  const status = kycStatuses.find(({ value }) => value === row.kycStatus);
  const lines = data ? kycLines(data) : undefined;
  // On the other tabs it steps back.
  const look = `btn ${tab === undefined || tab === 'overview' ? 'p' : 'd'}`;
  const step = lines?.find((line) => wayOf(line, look) !== null);
  const reasonOf = (line: KycLine): Reason => ({
    key: line.code,
    tone: tones[line.is],
    text: textOf(t, line),
    step: line === step ? null : wayOf(line, 'link sm'),
  });
  return (
    <RecordBanner
      title={t('people.kyc.title')}
      tone={status?.tone ?? 'off'}
      answer={<span className={`st ${status?.tone ?? 'off'}`}>{status?.label}</span>}
      reasons={mayView ? lines?.map(reasonOf) : []}
      noReason={
        row.kycStatus === 'VERIFIED' || row.kycStatus === 'NOT_REQUIRED' ? t(`people.kyc.${row.kycStatus}`) : ''
      }
      next={step ? wayOf(step, look) : null}
    />
  );
}

function textOf(t: ReturnType<typeof useT>, { name: english, is, reason, upto }: KycLine): string {
  const name = named(english);
  if (is === 'rejected' && reason !== null) return t('people.kyc.rejectedFor', { name, reason });
  if (is === 'expired' && upto !== null) return t('people.kyc.expiredOn', { name, day: formatDay(upto) });
  return t(`people.kyc.${is}`, { name });
}

/** The way to what is done, for those who may; null where there is none, or the tab that is open has the same. */
function useWays(id: string, tab: string | undefined): (line: KycLine, look: string) => ReactNode {
  const t = useT();
  const can = useCan();
  return ({ is, code, documentId }, look) => {
    if (is === 'waiting')
      return can('document-review', 'view') ? (
        <Link to="/document-review" search={{ id: documentId } as never} className={look}>
          {t('people.kyc.review')}
        </Link>
      ) : null;
    return tab !== 'papers' && can('vehicle-kyc-doc', 'create') ? (
      <Link to={`/organisation/${id}`} search={{ tab: 'papers', add: code } as never} className={look}>
        {t('record.uploadDocument')}
      </Link>
    ) : null;
  };
}
