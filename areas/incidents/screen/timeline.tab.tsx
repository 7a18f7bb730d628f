import {
  IconAmbulance,
  IconBellRinging,
  IconCheck,
  IconCircleCheck,
  IconMail,
  IconNote,
  IconPhone,
  IconRepeat,
  IconSwitchHorizontal,
  IconTrendingUp,
  IconUrgent,
} from '@tabler/icons-react';
import { useId } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { formatDay, useT } from '#kit/web/i18n.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { exactClockText } from '#kit/web/ui/units.ts';
import { type IncidentLine, useIncidentTimeline } from '../incidents.queries.ts';
import styles from './screen.module.css';

const signs: Readonly<Record<IncidentLine['kind'], typeof IconUrgent>> = {
  RAISED: IconUrgent,
  REPEATED: IconRepeat,
  ESCALATED: IconTrendingUp,
  ACKNOWLEDGED: IconCheck,
  CALLED: IconPhone,
  EMAILED: IconMail,
  RESPONDER_SENT: IconAmbulance,
  NOTE: IconNote,
  MOVED: IconSwitchHorizontal,
  RESOLVED: IconCircleCheck,
  FALSE_ALARM: IconBellRinging,
};

/** What happened, to the second, and who did it; clients read what staff did and not who. */
export function IncidentTimeline({ row }: RecordTabProps) {
  const t = useT();
  const id = useId();
  const { data, error, refetch } = useIncidentTimeline(row.id);
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <section className="sheet sec" aria-labelledby={id} aria-busy={!data}>
      <h2 className="h2" id={id}>
        {t('incidents.timeline.title')}
      </h2>
      <ol className={styles.lines}>
        {data?.map((line) => (
          <Line key={line.no} line={line} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line }: { line: IncidentLine }) {
  const t = useT();
  const { kind, at, person, number, text, actor, staffOnly } = line;
  const Sign = signs[kind];
  return (
    <li>
      <Sign className="i" aria-hidden="true" />
      <div className={styles.what}>
        <p className="mid">
          <bdi>
            {t(`incidents.line.${kind}`)}
            {person ? `: ${person}` : ''}
          </bdi>
          {number ? (
            <>
              {' '}
              <bdi dir="ltr">{number}</bdi>
            </>
          ) : null}
          {staffOnly ? <span className="tag">{t('incidents.timeline.staffOnly')}</span> : null}
        </p>
        {text ? (
          <p className={styles.words}>
            <bdi>{kind === 'ESCALATED' ? t('incidents.timeline.told', { count: Number(text) }) : text}</bdi>
          </p>
        ) : null}
        <p className="t2 sm">
          <time dateTime={at}>
            <bdi>
              {formatDay(at)}, {exactClockText(Date.parse(at))}
            </bdi>
          </time>{' '}
          · <bdi>{actor === '' ? t('incidents.timeline.staff') : actor}</bdi>
        </p>
      </div>
    </li>
  );
}
