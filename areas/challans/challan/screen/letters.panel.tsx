import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import type { challan } from '../challan.contract.ts';
import { downloadLetter, type Letter } from './challan.queries.ts';
import styles from './challan.module.css';

const names = {
  notice: 'challan.letter.notice',
  decision: 'challan.letter.decision',
  receipt: 'challan.letter.receipt',
} as const;

/** Letters about a company notice, as far as there are any. */
export function ChallanLetters({ row }: Pick<RecordTabProps<typeof challan>, 'row'>) {
  const t = useT();
  const id = useId();
  const [busy, setBusy] = useState<Letter>();
  const isOwn = row.source === 'INTERNAL';
  const there: Letter[] = isOwn
    ? [
        ...(row.challanStatus === 'DRAFT' ? [] : ['notice' as const]),
        ...(row.decidedAt === null ? [] : ['decision' as const]),
        ...(row.paidPaise === 0 ? [] : ['receipt' as const]),
      ]
    : [];
  const load = async (letter: Letter) => {
    setBusy(letter);
    await downloadLetter(row.id, letter);
    setBusy(undefined);
  };
  return (
    <section className="sheet sec" aria-labelledby={id}>
      <h2 className="h2" id={id}>
        {t('challan.letter.title')}
      </h2>
      {there.length === 0 ? (
        <p className="t2 sm">
          <bdi>{t(isOwn ? 'challan.letter.none' : 'challan.letter.government')}</bdi>
        </p>
      ) : (
        <ul className={styles.letters}>
          {there.map((letter) => (
            <li key={letter}>
              <button type="button" className="btn d sm" disabled={busy === letter} onClick={() => void load(letter)}>
                <IconDownload className="i s" aria-hidden="true" />
                {t(names[letter])}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
