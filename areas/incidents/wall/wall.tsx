import { IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { named, said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { OpenIncident } from '../incident/incident-answers.contract.ts';
import { useOpenIncidents } from '../incidents.queries.ts';
import { useSiren } from './use-siren.web.ts';
import { useTitleMark } from './use-title-mark.web.ts';
import { useNow, WallCard } from './wall-card.tsx';
import styles from './wall.module.css';

/** So many are drawn; the others are in the list. */
const mostCards = 3;
const none: readonly OpenIncident[] = [];

/** Emergencies that nobody has acknowledged, on every page: with a siren and buttons for those who handle them, in plain words for others. */
export function IncidentWall() {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const mayHandle = can('incident', 'approve') && (user?.impersonatedBy ?? null) === null;
  const { data } = useOpenIncidents();
  const raised = (data?.incidents ?? none).filter(({ incidentState }) => incidentState === 'RAISED');
  const sound = useSiren(raised, mayHandle);
  const real = raised.filter(({ isTest }) => !isTest).length;
  useTitleMark(
    raised.length === 0
      ? undefined
      : real > 0
        ? t('incidents.wall.titleMark', { count: real })
        : t('incidents.wall.testMark'),
  );
  return (
    <>
      <Announced raised={raised} />
      {raised.length === 0 ? null : (
        <section
          className={real > 0 ? styles.wall : `${styles.wall} ${styles.trial}`}
          aria-label={t('incidents.wall.label')}
        >
          <Cards raised={raised} behindMs={data?.behindMs ?? 0} mayHandle={mayHandle}>
            {sound.isBlocked ? (
              <button type="button" className="btn sm" onClick={sound.unlock}>
                <IconVolume className="i s" aria-hidden="true" />
                {t('incidents.wall.soundOn')}
              </button>
            ) : null}
            {sound.isOn ? (
              <button type="button" className="btn sm" onClick={sound.mute}>
                <IconVolumeOff className="i s" aria-hidden="true" />
                {t('incidents.wall.mute')}
              </button>
            ) : null}
          </Cards>
        </section>
      )}
    </>
  );
}

/** The cards, the newest first. On a phone one line until the rest is asked for. */
function Cards(props: {
  raised: readonly OpenIncident[];
  behindMs: number;
  mayHandle: boolean;
  children: React.ReactNode;
}) {
  const { raised, behindMs, mayHandle, children } = props;
  const t = useT();
  const now = useNow() + behindMs;
  const [isOpen, setOpen] = useState(false);
  const more = raised.length - mostCards;
  return (
    <>
      <ul className={isOpen ? `${styles.cards} ${styles.open}` : styles.cards}>
        {raised.slice(0, mostCards).map((one) => (
          <WallCard key={one.id} incident={one} mayHandle={mayHandle} now={now} />
        ))}
      </ul>
      <div className={styles.foot}>
        <button
          type="button"
          className={`btn sm ${styles.toggle}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen
            ? t('incidents.wall.less')
            : raised.length > 1
              ? t('incidents.wall.more', { count: raised.length })
              : t('incidents.wall.details')}
        </button>
        {more > 0 ? (
          <Link
            to="/incident"
            search={{ incidentState: 'RAISED', status: '1' } as never}
            className={`btn sm ${styles.others}`}
          >
            {t('incidents.wall.others', { count: more })}
          </Link>
        ) : null}
        {children}
      </div>
    </>
  );
}

/** What screen readers hear: each new emergency at once, and how many wait when that changes. */
function Announced({ raised }: { raised: readonly OpenIncident[] }) {
  const t = useT();
  const [newest, setNewest] = useState('');
  const latest = raised.toSorted((a, b) => b.heardAt.localeCompare(a.heardAt))[0];
  const words = latest
    ? t(latest.isTest ? 'incidents.wall.newTest' : 'incidents.wall.new', {
        vehicle: latest.vehicle ?? latest.incidentNo,
        what: named(latest.what),
        place: latest.place === null ? t('where.unnamed') : said(latest.place),
      })
    : '';
  const id = latest?.id;
  useEffect(() => {
    // A region that was empty when the page was drawn is read when words come into it.
    const timer = setTimeout(() => setNewest(words), 200);
    return () => clearTimeout(timer);
    // Once for each incident: what is told of it later is in the cards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  const escalations = raised.reduce((sum, { escalation }) => sum + escalation, 0);
  return (
    <>
      {/* Read at once like an alert, and no alert of the page as long as it is empty. */}
      <p className="sr" aria-live="assertive">
        {newest}
      </p>
      <p className="sr" role="status">
        {raised.length === 0
          ? ''
          : [
              t('incidents.wall.waiting', { count: raised.length }),
              escalations > 0 ? t('incidents.escalated', { count: escalations }) : '',
            ].join(' ')}
      </p>
    </>
  );
}
