import { inIst } from '#kit/server/india-time.ts';
import { writePdf } from '#kit/server/pdf/paper.ts';
import type { Row } from '#kit/server/pdf/table.ts';
import { incidentSources } from '../incident/incident.contract.ts';
import { incidentStates } from '../incident/incident-states.contract.ts';
import type { EntryKind, StoredEntry } from '../incident/incidents.store.ts';
import type { ReportFacts } from './report.store.ts';

const kindNames: Readonly<Record<EntryKind, string>> = {
  RAISED: 'Raised',
  REPEATED: 'Repeated',
  ESCALATED: 'Escalated',
  ACKNOWLEDGED: 'Acknowledged',
  CALLED: 'Call',
  EMAILED: 'Email',
  RESPONDER_SENT: 'Help is on the way',
  NOTE: 'Note',
  MOVED: 'Vehicle or driver changed',
  RESOLVED: 'Resolved',
  FALSE_ALARM: 'False alarm',
};

/** So many lines are put on the paper before others have their turn. */
const linesAtOnce = 100;

/** The report of an incident as PDF. Of what staff did clients are told what it was, not who. */
export function reportPaper(
  facts: ReportFacts,
  entries: readonly StoredEntry[],
  { isForClient, now }: { isForClient: boolean; now: Date },
): Promise<Buffer> {
  const kind = facts.isTest ? 'TEST: no real emergency' : 'Incident report';
  return writePdf(
    {
      title: kind,
      subtitle: [facts.incidentNo, facts.vehicle, facts.what].filter(Boolean).join(', '),
      reference: `${facts.isTest ? 'TEST incident' : 'Incident'} ${facts.incidentNo}`,
      madeAt: now,
    },
    async (paper) => {
      if (facts.isTest)
        paper.paragraph('This incident was a test. Nobody was in danger, and no emergency contact was written to.');
      paper.heading('What it was');
      paper.facts(whatPairs(facts));
      paper.heading('How long it took');
      paper.facts(timePairs(facts, isForClient));
      paper.heading('Timeline');
      await paper.table(
        [
          { name: 'Time (IST)', share: 22 },
          { name: 'What', share: 18 },
          { name: 'Details', share: 40 },
          { name: 'Who', share: 20 },
        ],
        lines(entries),
      );
    },
  );
}

type Pair = [string, string];
const labelOf = <V extends string>(all: readonly { value: V; label: string }[], value: V) =>
  all.find((one) => one.value === value)?.label ?? value;

function whatPairs(facts: ReportFacts): Pair[] {
  const { lat, lon, positionAt } = facts;
  return [
    ['Number', facts.incidentNo],
    ['State', labelOf(incidentStates, facts.incidentState)],
    ['What happened', facts.what],
    ['Vehicle', facts.vehicle ?? 'Not known'],
    ['Driver', facts.driver ?? 'Not known'],
    ['Organisation', facts.organisation],
    ['Reported by', `${labelOf(incidentSources, facts.source)}: ${facts.raisedBy}`],
    ['Place', facts.place ?? 'Not known'],
    ['Position', lat === null || lon === null ? 'Not known' : `${lat.toFixed(6)}, ${lon.toFixed(6)}`],
    ...(positionAt === null ? [] : [['Position of', inIst(positionAt)] satisfies Pair]),
    ['Repeated', String(facts.repeats)],
    ['Escalated', String(facts.escalation)],
    ...(facts.outcome === null ? [] : [['Outcome', facts.outcome] satisfies Pair]),
  ];
}

function timePairs(facts: ReportFacts, isForClient: boolean): Pair[] {
  const step = (at: string | null, seconds: number | null, by: string | null, none: string): string =>
    at === null
      ? none
      : `${inIst(at)}${seconds === null ? '' : `, after ${seconds} s`}${by === null || isForClient ? '' : `, by ${by}`}`;
  return [
    ['Raised', inIst(facts.raisedAt)],
    ['Received', inIst(facts.heardAt)],
    [
      'Acknowledged',
      step(facts.acknowledgedAt, facts.acknowledgedAfterS, facts.acknowledgedBy, 'Nobody has acknowledged it'),
    ],
    ['Closed', step(facts.closedAt, facts.closedAfterS, facts.closedBy, 'It is open')],
  ];
}

async function* lines(entries: readonly StoredEntry[]): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < entries.length; at += linesAtOnce)
    yield entries
      .slice(at, at + linesAtOnce)
      .map(
        (entry): Row => [
          inIst(entry.at).replace(/ IST$/, ''),
          entry.staffOnly ? `${kindNames[entry.kind]} (staff only)` : kindNames[entry.kind],
          detailsOf(entry),
          entry.actor === '' ? 'Staff' : entry.actor,
        ],
      );
}

/** What a line says besides its kind. */
function detailsOf({ kind, person, number, text }: StoredEntry): string {
  if (kind === 'ESCALATED') return `Told to ${text ?? '0'} people`;
  return [[person, number].filter(Boolean).join(', '), text].filter(Boolean).join(': ');
}
