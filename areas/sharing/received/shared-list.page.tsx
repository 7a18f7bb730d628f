import { IconShare } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { OffDuty } from '#kit/web/ui/place.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import type { answers, SharedVehicle, ShareOffer } from '../share-answers.contract.ts';
import { refreshShares, useSharedVehicles, useShareOffers } from '../sharing.queries.ts';
import { Standing, Until } from '../shared-words.tsx';
import styles from '../sharing.module.css';

/** Vehicles of others that are shared with whoever looks, and offers that wait for an answer. */
export function SharedWithMe() {
  const t = useT();
  const address = useListAddress([]);
  const found = useSharedVehicles(address.rows);
  return (
    <ListPage
      title={t('sharing.withMe')}
      sub={t('sharing.withMeText')}
      above={<Offers />}
      found={found}
      address={address}
      empty={{
        icon: <IconShare aria-hidden="true" />,
        title: t('sharing.none'),
        text: t('sharing.noneText'),
      }}
    >
      {(rows) => (
        <ul className={styles.lines}>
          {rows?.map((row) => <Line key={row.id} row={row} />) ??
            [0, 1, 2].map((one) => (
              <li key={one}>
                <span className="sk" style={{ width: 180 }} />
              </li>
            ))}
        </ul>
      )}
    </ListPage>
  );
}

function Line({ row }: { row: SharedVehicle }) {
  const t = useT();
  return (
    <li>
      <span className={styles.what}>
        <span className="row wrap">
          <Link to={`/shared-vehicle/${row.id}`} className="mid">
            <Code>{row.vehicleNo}</Code>
          </Link>
          <bdi>{row.model}</bdi>
        </span>
        <span className="t2 sm">
          <bdi>{t('sharing.of', { owner: row.owner })}</bdi> · <Until until={row.until} />
        </span>
      </span>
      <span className={styles.side}>
        <Standing {...row} />
        <span className="t2 sm">
          {row.position ? (
            <>
              {t('sharing.lastSeen')} <Ago at={row.position.at} />
            </>
          ) : row.isOffDuty ? (
            <OffDuty />
          ) : (
            t('sharing.notSeen')
          )}
        </span>
      </span>
    </li>
  );
}

/** Offers that wait; nothing where there are none. */
function Offers() {
  const t = useT();
  const offers = useShareOffers().data ?? [];
  if (offers.length === 0) return null;
  return (
    <section className={`sheet ${styles.offers}`} aria-labelledby="share-offers">
      <h2 className="h2 sec" id="share-offers">
        {t('sharing.offers')}
      </h2>
      <ul className={styles.lines}>
        {offers.map((offer) => (
          <Offer key={offer.id} offer={offer} />
        ))}
      </ul>
    </section>
  );
}

function Offer({ offer }: { offer: ShareOffer }) {
  const t = useT();
  const answer = (decision: (typeof answers)[number]) =>
    rowAction(refreshShares, () =>
      api.post<Done>(`/share-invitation/answer/${offer.id}`, {
        body: { decision },
        once: true,
      }),
    );
  return (
    <li>
      <span className={styles.what}>
        <span>
          <Code>{offer.vehicleNo}</Code>
        </span>
        <bdi>{t('sharing.offeredBy', { owner: offer.owner, name: offer.invitedBy })}</bdi>
        {offer.message ? (
          <bdi className="t2">{t('sharing.says', { owner: offer.owner, message: offer.message })}</bdi>
        ) : null}
        <span className="t2 sm">
          <Until until={offer.until} /> · {t('sharing.answerBy')} <Ago at={offer.expiresAt} />
        </span>
        <bdi className="t2 sm">{t('sharing.acceptTells', { owner: offer.owner })}</bdi>
      </span>
      <span className="acts">
        <button type="button" className="btn p sm" onClick={() => void answer('ACCEPT')}>
          {t('sharing.accept')}
          <span className="sr"> {offer.vehicleNo}</span>
        </button>
        <button type="button" className="btn d sm" onClick={() => void answer('DECLINE')}>
          {t('sharing.decline')}
          <span className="sr"> {offer.vehicleNo}</span>
        </button>
      </span>
    </li>
  );
}
