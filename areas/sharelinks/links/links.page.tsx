import { IconLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Plate } from '#kit/web/ui/plate.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import { linkStates, type ShareLink } from '../link-answers.contract.ts';
import { refreshLinks, useShareLinks } from '../sharelinks.queries.ts';
import styles from '../sharelinks.module.css';
import { LinkViews } from './views.dialog.tsx';

/** Says in the address that all are wanted: left out, it is those that are active. */
const anyState = 'any';
const tones = { ACTIVE: 'ok', EXPIRED: 'off', REVOKED: 'off', ENDED: 'due' } as const;

/** Share links, first of all those that somebody may be looking at now. */
export function ShareLinks() {
  const t = useT();
  const address = useListAddress(['q', 'state', 'vehicleId', 'tripId']);
  const { q, state = 'ACTIVE', vehicleId, tripId } = address.filters;
  const found = useShareLinks({
    ...(state === anyState ? {} : { state }),
    ...(q ? { q } : {}),
    ...(vehicleId ? { vehicleId } : {}),
    ...(tripId ? { tripId } : {}),
    ...address.rows,
  });
  const [viewed, setViewed] = useState<ShareLink>();
  const count = found.data?.count;
  const isNarrowed = q !== undefined || vehicleId !== undefined || tripId !== undefined || state !== 'ACTIVE';
  return (
    <>
      <ListPage
        title={t('shareLink.title')}
        sub={t('shareLink.sub')}
        filters={
          <>
            <SearchField label={t('shareLink.search')} {...address.field('q')} />
            <SelectField
              label={t('shareLink.state')}
              value={state === anyState ? '' : state}
              options={linkStates.map((value) => ({ value, label: t(`shareLink.states.${value}`) }))}
              onChange={(value) => address.ask({ state: value || anyState })}
            />
          </>
        }
        found={found}
        address={address}
        empty={{
          icon: <IconLink aria-hidden="true" />,
          title: t(isNarrowed ? 'catalogue.noMatch' : 'shareLink.none'),
          text: t('shareLink.noneText'),
        }}
      >
        {(rows) => (
          <>
            <p className={`t2 sec ${styles.count}`}>
              {count === undefined ? '' : <bdi>{t('shareLink.count', { count, shown: formatNumber(count) })}</bdi>}
            </p>
            <ul className={styles.lines}>
              {rows?.map((row) => (
                <Line
                  key={row.id}
                  row={row}
                  onViews={() => {
                    setViewed(row);
                    void found.refetch();
                  }}
                />
              ))}
            </ul>
          </>
        )}
      </ListPage>
      {viewed ? <LinkViews link={viewed} onClose={() => setViewed(undefined)} /> : null}
    </>
  );
}

function Line({ row, onViews }: { row: ShareLink; onViews: () => void }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { state, kind, vehicle, label, views, pinFailures, endedWhy } = row;
  const isActive = state === 'ACTIVE';
  const revoke = async () => {
    const isSure = await question({
      title: t('shareLink.revokeSure', { vehicle }),
      text: t('shareLink.revokeText'),
      yes: t('shareLink.revoke'),
    });
    if (isSure) await rowAction(refreshLinks, () => api.delete<Done>(`/share-link/${row.id}`));
  };
  const shown = [
    row.hasPin ? t('shareLink.pin') : '',
    row.maskPlate ? t('shareLink.masked') : '',
    row.showSpeed ? t('shareLink.speed') : '',
    isStaff ? row.org : '',
  ].filter(Boolean);
  return (
    <li data-link={row.id}>
      <span className={`st ${tones[state]} ${styles.state}`}>{t(`shareLink.states.${state}`)}</span>
      <span className={styles.what}>
        <span className="row wrap">
          {can('vehicle', 'view') ? (
            <Plate no={vehicle} use={row.plateUse} to={`/vehicle/${row.vehicleId}`} />
          ) : (
            <Plate no={vehicle} use={row.plateUse} />
          )}
          {kind === 'TRIP' && row.tripId && can('vehicle-trips', 'view') ? (
            <Link to={`/vehicle-trips/${row.tripId}`}>{t('shareLink.kinds.TRIP')}</Link>
          ) : (
            <span>{t(`shareLink.kinds.${kind}`)}</span>
          )}
          {label ? <bdi className="mid cut">{label}</bdi> : null}
        </span>
        <span className="t2 sm">
          <bdi>
            {t(isActive ? 'shareLink.expires' : 'shareLink.ended')}{' '}
            {isActive ? <Ago at={row.expiresAt} /> : <When at={row.endedAt ?? row.expiresAt} />}
          </bdi>
          {state === 'ENDED' && endedWhy && endedWhy !== 'EXPIRED' && endedWhy !== 'REVOKED' ? (
            <> · {t(`shareLink.why.${endedWhy}`)}</>
          ) : null}
          {' · '}
          <bdi>
            {t('shareLink.by', { name: row.madeBy })} <Ago at={row.createdAt} />
          </bdi>
          {shown.map((one) => (
            <span key={one}>
              {' · '}
              <bdi>{one}</bdi>
            </span>
          ))}
        </span>
      </span>
      <span className={styles.seen}>
        <bdi>{t('shareLink.views', { count: views, shown: formatNumber(views) })}</bdi>
        <span className="t2 sm">
          {row.lastViewedAt ? <Ago at={row.lastViewedAt} /> : null}
          {pinFailures > 0 ? (
            <bdi className={styles.wrong}>
              {row.lastViewedAt ? ' · ' : ''}
              {t('shareLink.wrongPins', { count: pinFailures, shown: formatNumber(pinFailures) })}
            </bdi>
          ) : null}
        </span>
      </span>
      <span className="acts">
        <button type="button" className="btn d sm" onClick={onViews}>
          {t('shareLink.log')}
          <span className="sr"> {[vehicle, label].filter(Boolean).join(', ')}</span>
        </button>
        {isActive && can('share-link', 'delete') ? (
          <button type="button" className="btn d sm" onClick={() => void revoke()}>
            {t('shareLink.revoke')}
            <span className="sr"> {[vehicle, label].filter(Boolean).join(', ')}</span>
          </button>
        ) : null}
      </span>
    </li>
  );
}
