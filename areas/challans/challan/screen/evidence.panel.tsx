import { useId } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { challan } from '../challan.contract.ts';
import { ChallanEvidence } from './evidence.tsx';
import styles from './challan.module.css';

/** What it is about, before anything else: the recorded drive, and what the driver answered. */
export function EvidencePart({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  const id = useId();
  return (
    <section className="sheet sec col gap-14" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('challan.evidence.title')}
      </h2>
      <ChallanEvidence row={row} />
      <DriverAnswer row={row} />
    </section>
  );
}

/** What the driver answered before the notice; nothing where nobody answered. */
export function DriverAnswer({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  if (row.answer === null || row.answeredAt === null) return null;
  return (
    <div>
      <h3 className="mid">{t('challan.evidence.answer')}</h3>
      <p className={styles.words}>
        <bdi>{row.answer}</bdi>
      </p>
      <p className="t2 sm">
        <When at={row.answeredAt} />
      </p>
    </div>
  );
}
