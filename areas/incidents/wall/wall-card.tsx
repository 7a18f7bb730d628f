import { IconUrgent } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, ApiError } from '#kit/web/api.ts';
import { named, said, useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { Plate } from '#kit/web/ui/plate.tsx';
import { exactDurationText } from '#kit/web/ui/units.ts';
import type { Done } from '#kit/web/ui/use-action.ts';
import type { OpenIncident } from '../incident/incident-answers.contract.ts';
import { escalateAfterMs, mostEscalations } from '../incident/incident-status.rules.ts';
import { refreshIncidents } from '../incidents.queries.ts';
import styles from './wall.module.css';

/** Milliseconds, a second newer each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** One emergency: who, where, since when, and what can be done about it at once. */
export function WallCard(props: {
  incident: OpenIncident;
  mayHandle: boolean /** By the product's clock. */;
  now: number;
}) {
  const { incident, mayHandle, now } = props;
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { id, vehicle, incidentNo, isTest } = incident;
  const name = vehicle ?? incidentNo;
  const place = incident.place === null ? t('where.unnamed') : said(incident.place);
  return (
    <li className={isTest ? `${styles.card} ${styles.test}` : styles.card}>
      <IconUrgent className={`i ${styles.sign}`} aria-hidden="true" />
      <div className={styles.said}>
        <p className={styles.line}>
          <strong>{isTest ? t('incidents.test') : t('incidents.wall.emergency')}</strong>
          {vehicle ? <Plate no={vehicle} use={incident.plateUse} /> : <bdi>{incidentNo}</bdi>}
          <bdi className={styles.what}>{named(incident.what)}</bdi>
          <Times incident={incident} mayHandle={mayHandle} now={now} />
        </p>
        <p className={`${styles.line} ${styles.facts}`}>
          {incident.driver ? <bdi>{incident.driver}</bdi> : null}
          <bdi className={styles.where}>{place}</bdi>
          {isStaff && incident.organisation ? <bdi>{incident.organisation}</bdi> : null}
          {incident.repeats > 0 ? <span>{t('incidents.repeated', { count: incident.repeats })}</span> : null}
          {incident.escalation > 0 ? <span>{t('incidents.escalated', { count: incident.escalation })}</span> : null}
        </p>
      </div>
      <div className={styles.acts}>
        {mayHandle ? <Acknowledge id={id} name={name} /> : null}
        <Link to={`/incident/${id}`} className="btn sm" aria-label={t('incidents.wall.openOne', { name })}>
          {t('incidents.wall.open')}
        </Link>
      </div>
    </li>
  );
}

function Times({ incident, mayHandle, now }: { incident: OpenIncident; mayHandle: boolean; now: number }) {
  const t = useT();
  const { raisedAt, heardAt, escalation } = incident;
  const since = Math.max(0, Math.floor((now - Date.parse(raisedAt)) / 1_000));
  const nextMs = Date.parse(heardAt) + (escalation + 1) * escalateAfterMs - now;
  const leftS = Math.max(0, Math.ceil(nextMs / 1_000));
  return (
    <span className={styles.times} role="timer">
      <bdi>{t('incidents.wall.since', { time: exactDurationText(since) })}</bdi>
      {mayHandle && escalation < mostEscalations ? (
        <bdi className={styles.next}>
          {leftS === 0
            ? t('incidents.wall.escalating')
            : t('incidents.wall.escalates', { time: exactDurationText(leftS) })}
        </bdi>
      ) : null}
    </span>
  );
}

/** Acknowledges at once: whoever presses it looks after the emergency from now on. */
function Acknowledge({ id, name }: { id: string; name: string }) {
  const t = useT();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const acknowledge = async () => {
    setBusy(true);
    const to = `/incident/${id}`;
    try {
      const { message } = await api.post<Done>(`/incident/acknowledge/${id}`, { once: true });
      if (location.pathname === to) toast.success(message);
      else toast.offer(message, { label: t('incidents.wall.open'), run: () => void navigate({ to }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The API client leaves this one to the page.
      if (error.status === 404) toast.error(error.message);
    } finally {
      await refreshIncidents();
      setBusy(false);
      focusHeading();
    }
  };
  return (
    <button
      type="button"
      className={`btn sm ${styles.first}`}
      disabled={busy}
      aria-label={t('incidents.wall.acknowledgeOne', { name })}
      onClick={() => void acknowledge()}
    >
      {t('incidents.acts.acknowledge')}
    </button>
  );
}
