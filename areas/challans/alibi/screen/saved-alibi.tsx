import { IconDownload } from '@tabler/icons-react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { PageTitle } from '#kit/web/ui/parts.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { AlibiAnswer } from './alibi-answer.tsx';
import { AlibiMap } from './alibi-map.tsx';
import { AlibiTabs } from './alibi-tabs.tsx';
import { downloadAlibi, useAlibi } from './alibi.queries.ts';
import styles from './alibi.module.css';

/** A stored alibi, as it was found, with what is made from it. */
export function SavedAlibi({ id }: { id: string }) {
  const t = useT();
  const can = useCan();
  const { data, error, refetch } = useAlibi(id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <span className="sk" style={{ height: 380 }} aria-hidden="true" />;
  const { facts } = data;
  const file = (part: 'pdf' | 'pack') => (
    <button key={part} type="button" className="btn d" onClick={() => void downloadAlibi(id, part)}>
      <IconDownload className="i s" aria-hidden="true" />
      {t(part === 'pdf' ? 'alibi.pdf' : 'alibi.pack')}
    </button>
  );
  return (
    <>
      <PageTitle
        title={`${data.plate}, ${data.ref}`}
        sub={
          <>
            <When at={data.from} />
            {' · '}
            {data.place}
          </>
        }
        tabs={<AlibiTabs current="saved" />}
      >
        {can('alibi', 'export') ? [file('pdf'), file('pack')] : null}
      </PageTitle>
      <div className={`sheet ${styles.map}`}>
        <AlibiMap place={facts.asked} facts={facts} />
      </div>
      <div className={styles.found}>
        <AlibiAnswer
          facts={facts}
          foot={
            <dl className={`facts ${styles.figures}`}>
              <div>
                <dt>{t('alibi.madeBy')}</dt>
                <dd>
                  <bdi>{data.madeBy}</bdi>, <When at={data.madeAt} />
                </dd>
              </div>
              <div>
                <dt>{t('alibi.hash')}</dt>
                <dd className={styles.hash} dir="ltr">
                  {data.sha256}
                </dd>
              </div>
            </dl>
          }
        />
      </div>
    </>
  );
}
