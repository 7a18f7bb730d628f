import { IconCopy, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { isActing } from '#kit/web/session.ts';
import { toast } from '#kit/web/toast.tsx';
import type { ActProps } from '#kit/web/ui/acts.tsx';
import { rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { EvidenceBundle } from './evidence.contract.ts';
import { downloadBundle, makeBundle, refreshBundles, useBundles } from './evidence.queries.ts';
import styles from './evidence.module.css';

/** Bundles of a violation on its page: each with its hash, to be copied or downloaded, and a button that makes one. */
export function EvidencePanel({ id }: ActProps) {
  const t = useT();
  const can = useCan();
  const { data: bundles } = useBundles(id);
  const [isMaking, setMaking] = useState(false);
  const mayMake = can('violation', 'approve') && !isActing();
  const make = async () => {
    setMaking(true);
    await rowAction(refreshBundles, () => makeBundle(id));
    setMaking(false);
  };
  return (
    <section className={styles.panel} aria-labelledby="evidence-bundles">
      <div className={styles.head}>
        <h2 className="h2 grow" id="evidence-bundles">
          {t('evidence.title')}
        </h2>
        {can('evidence-check', 'view') ? <Link to="/evidence-check">{t('evidence.check')}</Link> : null}
      </div>
      {bundles && bundles.length > 0 ? (
        <ul className={styles.bundles}>
          {bundles.map((bundle) => (
            <Bundle key={bundle.id} bundle={bundle} mayDownload={can('violation', 'export')} />
          ))}
        </ul>
      ) : (
        <p className="t2 sm">{bundles ? t('evidence.none') : ' '}</p>
      )}
      {mayMake && bundles && !bundles.some(({ isCurrent }) => isCurrent) ? (
        <button type="button" className="btn sm" disabled={isMaking} onClick={() => void make()}>
          {isMaking ? t('evidence.making') : t('evidence.make')}
        </button>
      ) : null}
    </section>
  );
}

function Bundle({ bundle, mayDownload }: { bundle: EvidenceBundle; mayDownload: boolean }) {
  const t = useT();
  const { id, number, sha256, madeAt, isCurrent, revision } = bundle;
  const copy = () =>
    void navigator.clipboard.writeText(sha256).then(
      () => toast.success(t('evidence.copied')),
      () => toast.error(sha256),
    );
  return (
    <li>
      <span className={styles.about}>
        <bdi className="mid">{t('evidence.bundle', { number })}</bdi>
        <span className="t2 sm">
          <When at={madeAt} /> · <bdi>{isCurrent ? t('evidence.revision', { revision }) : t('evidence.former')}</bdi> ·{' '}
          <bdi dir="ltr" className="mono">
            {sha256.slice(0, 12)}
          </bdi>
        </span>
      </span>
      <button type="button" className="btn sm i" aria-label={t('evidence.copyHash', { number })} onClick={copy}>
        <IconCopy className="i" aria-hidden="true" />
      </button>
      {mayDownload ? (
        <button
          type="button"
          className="btn sm i"
          aria-label={t('evidence.download', { number })}
          onClick={() => void downloadBundle(id).catch(() => undefined)}
        >
          <IconDownload className="i" aria-hidden="true" />
        </button>
      ) : null}
    </li>
  );
}
