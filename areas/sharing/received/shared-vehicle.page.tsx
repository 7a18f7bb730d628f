import { IconChevronRight, IconRoute, IconShare } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { documentStates } from '#areas/documents/documents/document.contract.ts';
import { api, ApiError } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListSheet } from '#kit/web/list/list-sheet.tsx';
import { Failure } from '#kit/web/shell/failure.tsx';
import { Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { FromTo, OffDuty, Place } from '#kit/web/ui/place.tsx';
import { distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { SharedDetail, SharedTrip } from '../share-answers.contract.ts';
import { refreshShares, useSharedTrips, useSharedVehicle } from '../sharing.queries.ts';
import { Standing, Until } from '../shared-words.tsx';
import styles from '../sharing.module.css';

/** A vehicle that somebody else shares: to look at, nothing to change. */
export function SharedVehiclePage({ id }: { id: string }) {
  const t = useT();
  const found = useSharedVehicle(id);
  const { data, error } = found;
  // What is shared no longer is not shown any longer.
  const isOver = error instanceof ApiError && error.status === 404;
  if (isOver && data) return <NoLonger vehicleNo={data.vehicleNo} />;
  if (error && !data) return <Failure error={error} retry={() => void found.refetch()} />;
  if (!data) return <span className="sk" aria-hidden="true" />;
  return (
    <>
      <nav className="crumb" aria-label={t('catalogue.trail')}>
        <Link to="/shared-vehicle">{t('sharing.withMe')}</Link>
        <IconChevronRight className="i s flip" aria-hidden="true" />
        <bdi className="cut">{data.vehicleNo}</bdi>
      </nav>
      <PageTitle
        title={data.vehicleNo}
        sub={<bdi>{[data.model, t('sharing.of', { owner: data.owner })].filter(Boolean).join(' · ')}</bdi>}
      >
        <GiveBack row={data} />
      </PageTitle>
      <div className={styles.parts}>
        <section className="sheet sec" aria-labelledby="shared-standing">
          <h2 className="h2" id="shared-standing">
            {t('sharing.standing')}
          </h2>
          <Standing {...data} />
          <p className="t2 sm">
            {t('sharing.since')} <When at={data.since} /> · <Until until={data.until} />
          </p>
        </section>
        <Position {...data} />
        <Documents documents={data.documents} />
      </div>
      <Trips id={id} />
    </>
  );
}

/** It was shared when the page was opened. */
function NoLonger({ vehicleNo }: { vehicleNo: string }) {
  const t = useT();
  return (
    <>
      <PageTitle title={vehicleNo} />
      <div className="sheet" role="status">
        <Empty icon={<IconShare aria-hidden="true" />} title={t('sharing.over')} text={t('sharing.overText')}>
          <Link to="/shared-vehicle" className="btn p">
            {t('sharing.withMe')}
          </Link>
        </Empty>
      </div>
    </>
  );
}

function GiveBack({ row }: { row: SharedDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const giveBack = async () => {
    const isSure = await question({
      title: t('sharing.sureBack', { title: row.vehicleNo }),
      text: t('sharing.sureBackText'),
      yes: t('sharing.giveBack'),
    });
    if (!isSure) return;
    const path = `/shared-vehicle/return/${row.id}`;
    // The page leaves before its vehicle is asked for again.
    const done = await rowAction(
      async () => undefined,
      () => api.post<Done>(path, { once: true }),
    );
    if (done) await navigate({ to: '/shared-vehicle' });
    await refreshShares();
  };
  return (
    <button type="button" className="btn d" onClick={() => void giveBack()}>
      {t('sharing.giveBack')}
    </button>
  );
}

function Position({ position, isOffDuty }: Pick<SharedDetail, 'position' | 'isOffDuty'>) {
  const t = useT();
  return (
    <section className="sheet sec" aria-labelledby="shared-position">
      <h2 className="h2" id="shared-position">
        {t('sharing.position')}
      </h2>
      {position ? (
        <dl className="facts sm">
          <dt>{t('sharing.lastSeen')}</dt>
          <dd>
            <Ago at={position.at} />
          </dd>
          <dt>{t('sharing.place')}</dt>
          <dd>
            <Place place={position.place} lat={position.lat} lon={position.lon} />
          </dd>
          <dt>{t('sharing.movement')}</dt>
          <dd>
            <span className={`st ${position.moving ? 'ok' : 'off'}`}>
              <bdi>{position.moving ? speedText(position.kmh) : t('sharing.stands')}</bdi>
            </span>
          </dd>
        </dl>
      ) : (
        <p className="t2 sm">{isOffDuty ? <OffDuty /> : t('sharing.noPosition')}</p>
      )}
    </section>
  );
}

/** Looked up when it is drawn: the words change with the language. */
const stateWord = (state: string): string => documentStates.find(({ value }) => value === state)?.label ?? state;
const tones = new Map<string, string>([
  ['VERIFIED', 'ok'],
  ['UPCOMING', 'info'],
  ['EXPIRING_SOON', 'due'],
  ['EXPIRED', 'bad'],
  ['REJECTED', 'bad'],
]);

function Documents({ documents }: Pick<SharedDetail, 'documents'>) {
  const t = useT();
  return (
    <section className="sheet sec" aria-labelledby="shared-documents">
      <h2 className="h2" id="shared-documents">
        {t('sharing.documents')}
      </h2>
      {documents.length === 0 ? <p className="t2 sm">{t('sharing.noDocuments')}</p> : null}
      <ul className={styles.documents}>
        {documents.map(({ type, state, validUpto }, at) => (
          <li key={`${type} ${at}`}>
            <bdi>{type}</bdi>
            <span className={`st ${tones.get(state) ?? 'off'}`}>{stateWord(state)}</span>
            {validUpto ? (
              <bdi className="t2 sm" dir="auto">
                {t('sharing.validUntil')} <When at={validUpto} />
              </bdi>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Trips({ id }: { id: string }) {
  const t = useT();
  const address = useListAddress([]);
  const found = useSharedTrips(id, address.rows);
  return (
    <ListSheet
      label={t('sharing.trips')}
      found={found}
      address={address}
      empty={{ icon: <IconRoute aria-hidden="true" />, title: t('sharing.noTrips'), text: t('sharing.noTripsText') }}
    >
      {(rows) => (
        <>
          <h2 className="h2 sec">{t('sharing.trips')}</h2>
          <ul className={styles.lines}>
            {rows?.map((trip) => (
              <Trip key={trip.startAt} trip={trip} />
            ))}
          </ul>
        </>
      )}
    </ListSheet>
  );
}

function Trip({ trip }: { trip: SharedTrip }) {
  const t = useT();
  return (
    <li>
      <span className={styles.what}>
        <span className="mid">
          <When at={trip.startAt} />
        </span>
        <span className="t2 sm">
          {trip.offDutyFrom === null ? <FromTo from={trip.startPlace} to={trip.endPlace} /> : <OffDuty />}
        </span>
      </span>
      <span className={styles.side}>
        {trip.state === 'LIVE' ? <span className="st ok">{t('sharing.underWay')}</span> : null}
        <bdi className="t2 sm">
          {distanceText(trip.distanceM)}, {durationText((Date.parse(trip.endAt) - Date.parse(trip.startAt)) / 1_000)}
          {trip.maxKmh === null ? '' : `, ${t('sharing.upTo', { speed: speedText(trip.maxKmh) })}`}
        </bdi>
      </span>
    </li>
  );
}
