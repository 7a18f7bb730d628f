import { IconReceipt, IconRoute, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Answer } from '#kit/contract/answers.ts';
import type { TripDetail } from '#areas/trips/trip-answers.contract.ts';
import type { TransactionOne } from '#areas/wallet/wallet-answers.contract.ts';
import { api } from '#kit/web/api.ts';
import type { FormBodyProps } from '#kit/web/catalogue/form/form-part.ts';
import { formatTime, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import type { Ticket } from '../talk/talk.queries.ts';
import styles from './ticket-form.module.css';

const others = ['driverId', 'policyId', 'challanId', 'deviceId', 'documentId'] as const;

/** What the ticket is about: picked up from the page that somebody came from, or chosen. */
export function About({ field, values, set, row }: FormBodyProps) {
  const t = useT();
  const ticket = row as Ticket | undefined;
  const { tripId, transactionId } = values as { tripId?: string; transactionId?: string };
  const chosen = others.filter((name) => values[name]);
  const hidden = others.filter((name) => !values[name]);
  return (
    <section className={styles.group} aria-label={t('ask.about')}>
      <h2 className="h2">
        <bdi>{t('ask.about')}</bdi>
      </h2>
      {tripId ? <Trip id={tripId} name={ticket?.tripName} onRemove={() => set('tripId', '')} /> : null}
      {transactionId ? (
        <Transaction id={transactionId} name={ticket?.transactionNo} onRemove={() => set('transactionId', '')} />
      ) : null}
      <div className={styles.two}>
        {field('vehicleId')}
        {chosen.map((name) => (
          <div key={name}>{field(name)}</div>
        ))}
      </div>
      {hidden.length > 0 ? (
        <details className={styles.more}>
          <summary>{t('ask.otherRecord')}</summary>
          <div className={styles.two}>
            {hidden.map((name) => (
              <div key={name}>{field(name)}</div>
            ))}
          </div>
        </details>
      ) : null}
    </section>
  );
}

interface OtherProps {
  id: string;
  /** What it is called, where the ticket says so already. */
  name: string | null | undefined;
  onRemove: () => void;
}

function Trip({ id, name, onRemove }: OtherProps) {
  const t = useT();
  const mayView = useCan()('vehicle-trips', 'view');
  const { data } = useQuery({
    queryKey: ['help-desk', 'about', 'vehicle-trips', id],
    enabled: mayView,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TripDetail>>(`/vehicle-trips/${id}`, { signal, quiet: true })).data,
  });
  const title = data ? `${data.vehicle}, ${formatTime(data.startAt)}` : (name ?? '');
  return <Chip Icon={IconRoute} kind={t('beside.trip')} title={title} onRemove={onRemove} />;
}

function Transaction({ id, name, onRemove }: OtherProps) {
  const t = useT();
  const mayView = useCan()('wallet', 'view');
  const { data } = useQuery({
    queryKey: ['help-desk', 'about', 'wallet-transaction', id],
    enabled: mayView,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<TransactionOne>>(`/wallet-transaction/${id}`, { signal, quiet: true })).data,
  });
  const title = data ? `${t(`wallet.reasons.${data.reason}`)}, ${data.ref}` : (name ?? '');
  return <Chip Icon={IconReceipt} kind={t('beside.transaction')} title={title} onRemove={onRemove} />;
}

function Chip(props: { Icon: typeof IconRoute; kind: string; title: string; onRemove: () => void }) {
  const { Icon, kind, title, onRemove } = props;
  const t = useT();
  return (
    <p className={styles.chip}>
      <Icon className="i" aria-hidden="true" />
      <span>
        <span className="sm t2">{kind}</span>
        <bdi className="mid">{title}</bdi>
      </span>
      <button
        type="button"
        className="btn g ic"
        aria-label={t('ask.notAbout', { what: kind })}
        title={t('ask.notAbout', { what: kind })}
        onClick={onRemove}
      >
        <IconX className="i s" aria-hidden="true" />
      </button>
    </p>
  );
}
