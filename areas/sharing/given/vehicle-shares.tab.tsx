import { IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { type Invitation, invitationLimits } from '#areas/people/invitations/invitations.contract.ts';
import type { vehicle } from '#areas/vehicles/vehicle/vehicle.contract.ts';
import { api } from '#kit/web/api.ts';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { ask as question } from '#kit/web/ask.ts';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { refreshShares, useGivenShares, useOpenOffers } from '../sharing.queries.ts';
import { Until } from '../shared-words.tsx';
import { GivenLine } from './given-line.tsx';
import { ShareVehicle } from './share-vehicle.dialog.tsx';
import styles from '../sharing.module.css';

/** With whom a vehicle is or was shared, offers that wait, and the way to share it. */
export function VehicleShares({ row }: RecordTabProps<typeof vehicle>) {
  const t = useT();
  const can = useCan();
  const mayShare = can('vehicle-invitation', 'create') && can('vehicle', 'edit') && can('vehicle-trips', 'view');
  const address = useListAddress([]);
  const found = useGivenShares({ vehicleId: row.id, ...address.rows });
  const [sharing, setSharing] = useState(false);
  const share = mayShare ? (
    <button type="button" className="btn p" onClick={() => setSharing(true)}>
      {t('sharing.share')}
    </button>
  ) : null;
  const isNone = found.data?.count === 0;
  return (
    <>
      <OpenOffers vehicleId={row.id} />
      <ListSheet
        label={t('sharing.shares')}
        found={found}
        address={address}
        told={null}
        empty={{
          icon: <IconShare aria-hidden="true" />,
          title: t('sharing.neverShared'),
          text: t('sharing.neverSharedText'),
          action: share,
        }}
      >
        {(rows) => (
          <>
            <div className={`row sec wrap ${styles.top}`}>
              <h2 className="h2">{t('sharing.shares')}</h2>
              {isNone ? null : share}
            </div>
            <ul className={styles.lines}>
              {rows?.map((one) => (
                <GivenLine key={one.id} share={one} />
              ))}
            </ul>
          </>
        )}
      </ListSheet>
      {sharing ? <ShareVehicle row={row} onClose={() => setSharing(false)} /> : null}
    </>
  );
}

/** Offers that wait for an answer, and those whose time is over; nothing where there are none. */
function OpenOffers({ vehicleId }: { vehicleId: string }) {
  const t = useT();
  const offers = useOpenOffers({ vehicleId }).data ?? [];
  if (offers.length === 0) return null;
  return (
    <section className={`sheet ${styles.offers}`} aria-labelledby="open-offers">
      <h2 className="h2 sec" id="open-offers">
        {t('sharing.offersOpen')}
      </h2>
      <ul className={styles.lines}>
        {offers.map((offer) => (
          <OpenOffer key={offer.id} offer={offer} />
        ))}
      </ul>
    </section>
  );
}

function OpenOffer({ offer }: { offer: Invitation }) {
  const t = useT();
  const can = useCan();
  const left = invitationLimits.resends - offer.resendCount;
  const path = '/client/vehicle-invitation';
  const resend = () => rowAction(refreshShares, () => api.post<Done>(`${path}/resend/${offer.id}`));
  const withdraw = async () => {
    const isSure = await question({
      title: t('sharing.sureWithdraw', { name: offer.name }),
      text: t('sharing.sureWithdrawText'),
      yes: t('sharing.withdraw'),
    });
    if (isSure) await rowAction(refreshShares, () => api.delete<Done>(`${path}/${offer.id}`));
  };
  return (
    <li>
      <span className={`st ${styles.state} ${offer.status === 0 ? 'due' : 'off'}`}>
        {t(offer.status === 0 ? 'sharing.waits' : 'sharing.expired')}
      </span>
      <span className={styles.what}>
        <span className="row wrap">
          <bdi className="mid">{offer.name}</bdi>
          <Code>{offer.mobile ?? offer.email}</Code>
        </span>
        <span className="t2 sm">
          <Until until={offer.shareUntil} />
          {offer.status === 0 ? (
            <>
              {' · '}
              {t('sharing.answerBy')} <Ago at={offer.expiresAt} />
            </>
          ) : null}
        </span>
      </span>
      <span className="acts">
        {can('vehicle-invitation', 'edit') && can('vehicle', 'edit') ? (
          <button type="button" className="btn d sm" disabled={left === 0} onClick={() => void resend()}>
            {t('sharing.again')}
            <span className="sr"> {offer.name}</span>
          </button>
        ) : null}
        {can('vehicle-invitation', 'delete') ? (
          <button type="button" className="btn d sm" onClick={() => void withdraw()}>
            {t('sharing.withdraw')}
            <span className="sr"> {offer.name}</span>
          </button>
        ) : null}
      </span>
    </li>
  );
}
