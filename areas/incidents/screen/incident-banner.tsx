import { RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { When } from '#kit/web/ui/when.tsx';
import { mostEscalations } from '../incident/incident-status.rules.ts';
import type { Incident } from '../incidents.queries.ts';

const tones = {
  RAISED: 'bad',
  ACKNOWLEDGED: 'due',
  CONTACTED: 'due',
  RESPONDER_SENT: 'info',
  RESOLVED: 'ok',
  FALSE_ALARM: 'off',
} as const;
/** What belongs to a state, the first act first. */
const acts: Readonly<Record<Incident['incidentState'], readonly string[]>> = {
  RAISED: ['acknowledge', 'call'],
  ACKNOWLEDGED: ['call', 'send', 'resolve', 'false-alarm'],
  CONTACTED: ['send', 'resolve', 'false-alarm'],
  RESPONDER_SENT: ['resolve', 'call'],
  RESOLVED: [],
  FALSE_ALARM: [],
};

/** How an emergency is and what is to be done now; clients read what the control room does. */
export function IncidentBanner({ row: given, actions }: RecordTabProps) {
  const t = useT();
  const row = given as Incident;
  const mayHandle = useCan()('incident', 'approve');
  const state = row.incidentState;
  const isOver = state === 'RESOLVED' || state === 'FALSE_ALARM';
  const lines = isOver
    ? [row.outcome ?? '']
    : [
        t(mayHandle ? `incidents.now.handle.${state}` : `incidents.now.wait.${state}`),
        ...(row.isTest ? [t('incidents.now.test')] : []),
        ...(mayHandle && state === 'RAISED' && row.escalation >= mostEscalations ? [t('incidents.now.allTold')] : []),
      ];
  const offered = acts[state].flatMap((key) => actions.find((action) => action.key === key) ?? []);
  return (
    <RecordBanner
      title={t('incidents.now.title')}
      tone={tones[state]}
      answer={t(`incidents.now.answer.${state}`)}
      under={row.closedAt === null ? undefined : <When at={row.closedAt} />}
      reasons={lines.map((text, at) => ({
        key: String(at),
        tone: at === 0 && state === 'RAISED' ? 'bad' : 'info',
        text,
      }))}
      next={
        offered.length === 0 ? null : (
          <div className="row wrap">
            {offered.map(({ key, label, run }, at) => (
              <button key={key} type="button" className={at === 0 ? 'btn p' : 'btn d'} onClick={run}>
                {label}
              </button>
            ))}
          </div>
        )
      }
    />
  );
}
