import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { moneyText } from '#kit/contract/formats/money.ts';
import type { TripDetail } from '#areas/trips/trip-answers.contract.ts';
import type { TransactionOne } from '#areas/wallet/wallet-answers.contract.ts';
import { api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { FromTo, OffDuty } from '#kit/web/ui/place.tsx';
import { distanceText, durationText, speedText } from '#kit/web/ui/units.ts';
import { When } from '#kit/web/ui/when.tsx';
import styles from './beside.module.css';

/** Something with a page of its own that is no record of a catalogue. */
const otherOf = (path: 'vehicle-trips' | 'wallet-transaction', id: string, enabled: boolean) => ({
  queryKey: ['help-desk', 'about', path, id],
  enabled,
});

interface Props {
  id: string;
  /** What it was called when the ticket was written. */
  name: string | null | undefined;
}

/** The trip that a ticket is about, with its facts for those who may look at trips. */
export function LinkedTrip({ id, name }: Props) {
  const t = useT();
  const mayView = useCan()('vehicle-trips', 'view');
  const { data: trip } = useQuery({
    ...otherOf('vehicle-trips', id, mayView),
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TripDetail>>(`/vehicle-trips/${id}`, { signal, quiet: true })).data,
  });
  return (
    <Other label={t('beside.trip')} title={<bdi>{name}</bdi>} to={mayView ? `/vehicle-trips/${id}` : undefined}>
      {trip
        ? [
            [t('trips.start'), <When key="start" at={trip.startAt} />],
            [
              t('beside.way'),
              trip.endLat === null ? (
                <OffDuty key="way" />
              ) : (
                <FromTo key="way" from={trip.startPlace} to={trip.endPlace} />
              ),
            ],
            [t('trips.distance'), distanceText(trip.distanceM)],
            [t('trips.duration'), durationText(trip.durationS)],
            [t('trips.max'), trip.maxKmh === null ? null : speedText(trip.maxKmh)],
            [t('trips.driver'), trip.driver],
          ]
        : []}
    </Other>
  );
}

const shapes = { 0: 'due', 1: 'ok', 2: 'bad', 3: 'off', 4: 'off' } as const;

/** The transaction of a wallet that a ticket is about, with its facts for those who may look at wallets. */
export function LinkedTransaction({ id, name }: Props) {
  const t = useT();
  const mayView = useCan()('wallet', 'view');
  const { data: one } = useQuery({
    ...otherOf('wallet-transaction', id, mayView),
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TransactionOne>>(`/wallet-transaction/${id}`, { signal, quiet: true })).data,
  });
  return (
    <Other
      label={t('beside.transaction')}
      title={<Code>{name ?? ''}</Code>}
      to={mayView ? `/wallet/transaction/${id}` : undefined}
    >
      {one
        ? [
            [t('wallet.reason'), t(`wallet.reasons.${one.reason}`)],
            [t('wallet.amount'), moneyText(one.capturedPaise ?? one.amountPaise)],
            [
              t('wallet.status'),
              <bdi key="state" className={`st ${shapes[one.status]}`}>
                {t(`wallet.states.${one.status}`)}
              </bdi>,
            ],
            [t('wallet.time'), <When key="at" at={one.createdAt} />],
            [t('wallet.why'), one.why],
          ]
        : []}
    </Other>
  );
}

function Other(props: {
  label: string;
  title: ReactNode;
  to: string | undefined;
  children: (readonly [string, ReactNode])[];
}) {
  const { label, title, to, children } = props;
  const t = useT();
  const heading = useId();
  return (
    <section className="sec" aria-labelledby={heading}>
      <div className={styles.top}>
        <h2 className={styles.heading} id={heading}>
          {label}
        </h2>
        {to ? (
          <Link to={to} className="sm" aria-label={t('beside.openOf', { title: label })}>
            {t('action.open')}
          </Link>
        ) : null}
      </div>
      <p className="mid">{title}</p>
      <dl className={styles.facts}>
        {children.map(([name, value]) =>
          value === null || value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
