import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { isOpen } from '../incident/incident-status.rules.ts';
import type { Incident } from '../incidents.queries.ts';

const only = (isFor: (row: Incident) => boolean) => (row: AnyRow) => row.status === 1 && isFor(row as Incident);
const whileOpen = only(({ incidentState }) => isOpen(incidentState));
/** The server refuses all of them to whoever acts as somebody else. */
const common = { needs: 'approve', ownOnly: true, inMenu: true } as const;

/** What those who handle emergencies do about one, in the order in which it is done. */
export const incidentActs: readonly AreaAction[] = [
  {
    key: 'acknowledge',
    label: 'incidents.acts.acknowledge',
    ...common,
    isFor: only(({ incidentState }) => incidentState === 'RAISED'),
    dialog: lazyPage(async () => (await import('./acts/acknowledge.dialog.tsx')).AcknowledgeIncident),
  },
  {
    key: 'call',
    label: 'incidents.acts.call',
    ...common,
    isFor: whileOpen,
    dialog: lazyPage(async () => (await import('./acts/call.dialog.tsx')).NoteCall),
  },
  {
    key: 'email',
    label: 'incidents.acts.email',
    ...common,
    isFor: only(({ incidentState, isTest }) => isOpen(incidentState) && !isTest),
    dialog: lazyPage(async () => (await import('./acts/email.dialog.tsx')).EmailContact),
  },
  {
    key: 'send',
    label: 'incidents.acts.send',
    ...common,
    isFor: whileOpen,
    dialog: lazyPage(async () => (await import('./acts/send.dialog.tsx')).HelpOnTheWay),
  },
  {
    key: 'note',
    label: 'incidents.acts.note',
    ...common,
    isFor: only(() => true),
    dialog: lazyPage(async () => (await import('./acts/said.dialog.tsx')).AddNote),
  },
  {
    key: 'resolve',
    label: 'incidents.acts.resolve',
    ...common,
    isFor: whileOpen,
    dialog: lazyPage(async () => (await import('./acts/said.dialog.tsx')).ResolveIncident),
  },
  {
    key: 'false-alarm',
    label: 'incidents.acts.falseAlarm',
    ...common,
    isFor: whileOpen,
    dialog: lazyPage(async () => (await import('./acts/said.dialog.tsx')).FalseAlarm),
  },
];

/** On the page of a vehicle or a driver. */
export const reportEmergency: AreaAction = {
  key: 'emergency',
  label: 'incidents.acts.report',
  needs: 'view',
  also: { module: 'incident', action: 'create' },
  inMenu: true,
  dialog: lazyPage(async () => (await import('./acts/report.dialog.tsx')).ReportEmergency),
};
