import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useGivenShares } from '../sharing.queries.ts';
import { GivenLine } from './given-line.tsx';
import styles from '../sharing.module.css';

/** As many as are shown; whoever shares more finds each at its vehicle. */
const most = 100;

/** Open shares of all vehicles, for whoever may invite; nothing where there are none. */
export function GivenShares() {
  const allowed = useCan()('vehicle-invitation', 'view');
  return allowed ? <Shares /> : null;
}

function Shares() {
  const t = useT();
  const found = useGivenShares({ open: true, take: most }).data;
  if (!found || found.count === 0) return null;
  return (
    <section className={`sheet ${styles.given}`} aria-labelledby="given-shares">
      <h2 className="h2 sec" id="given-shares">
        {t('sharing.given', { number: formatNumber(found.count) })}
      </h2>
      <ul className={styles.lines}>
        {found.data.map((share) => (
          <GivenLine key={share.id} share={share} named />
        ))}
      </ul>
    </section>
  );
}
