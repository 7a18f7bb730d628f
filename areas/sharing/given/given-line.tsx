import { Link } from '@tanstack/react-router';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { GivenShare } from '../share-answers.contract.ts';
import { refreshShares } from '../sharing.queries.ts';
import { lastDay, Until } from '../shared-words.tsx';
import styles from '../sharing.module.css';

/** One share, with the way to end it. @param props.named the vehicle is named: the list is not that of one. */
export function GivenLine({ share, named }: { share: GivenShare; named?: boolean }) {
  const t = useT();
  const mayEnd = useCan()('vehicle-invitation', 'delete');
  const { receiverName, receiverOrg, since, until, endedAt, endedWhy } = share;
  const end = async () => {
    const isSure = await question({
      title: t('sharing.sureEnd', { name: receiverName }),
      text: t('sharing.sureEndText'),
      yes: t('sharing.end'),
    });
    if (isSure) await rowAction(refreshShares, () => api.delete<Done>(`/vehicle-share/${share.id}`));
  };
  return (
    <li>
      <span className={`st ${styles.state} ${endedAt === null ? 'ok' : 'off'}`}>
        {t(endedAt === null ? 'sharing.open' : 'sharing.ended')}
      </span>
      <span className={styles.what}>
        <span className="row wrap">
          {named ? (
            <Link to={`/vehicle/${share.vehicleId}`} search={{ tab: 'shares' } as never}>
              <Code>{share.vehicleNo}</Code>
            </Link>
          ) : null}
          <bdi className="mid">{receiverName}</bdi> <bdi className="t2">{receiverOrg}</bdi>
        </span>
        <span className="t2 sm">
          {t('sharing.since')} <When at={since} /> ·{' '}
          {endedAt === null || endedWhy === null ? (
            <Until until={until} />
          ) : (
            <>
              {t(`sharing.why.${endedWhy}`)} <When at={endedWhy === 'OVER' ? lastDay(endedAt) : endedAt} />
            </>
          )}
        </span>
      </span>
      {mayEnd && endedAt === null ? (
        <span className="acts">
          <button type="button" className="btn d sm" onClick={() => void end()}>
            {t('sharing.end')}
            <span className="sr">
              {' '}
              {named ? share.vehicleNo : ''} {receiverName}
            </span>
          </button>
        </span>
      ) : null}
    </li>
  );
}
