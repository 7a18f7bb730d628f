import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, decimal, flag, integer, longText, optional, ref, text, time } from '#kit/contract/fields.ts';
import { incidentStates, openStates } from './incident-states.contract.ts';

export const incidentSources = [
  { value: 'DEVICE', label: 'SOS button of the device' },
  { value: 'APP', label: 'Client' },
  { value: 'STAFF', label: 'Staff' },
] as const;

const pick = { list: true, filter: true } as const;
const live = openStates.join(',');

/** Emergencies: who needs help, where, and what was done about it. */
export const incident = catalogue('incident', {
  one: 'Incident',
  many: 'Incidents',
  icon: 'urgent',
  group: 'group-fleet',
  menuOrder: 12,
  about: 'Emergencies: an SOS button that was pressed, or what a client or staff reported.',
  scope: 'organisation',
  guarded: true,
  title: ['what'],
  sort: '-raisedAt',
  newText: 'Report an emergency',
  searchHint: 'Number, plate, driver or place',
  exportsAlways: ['isTest'],
  furtherActions: ['approve'],
  firstColumns: [
    'what',
    'incidentNo',
    'incidentState',
    'vehicleId',
    'driverId',
    'raisedAt',
    'place',
    'source',
    'orgId',
  ],
  readyViews: [
    { name: 'Open', search: { incidentState: live, isTest: 'false', status: '1' }, tab: true },
    { name: 'Not acknowledged', search: { incidentState: 'RAISED', isTest: 'false', status: '1' }, tab: true },
    { name: 'False alarms', search: { incidentState: 'FALSE_ALARM', status: '1' } },
    { name: 'Tests', search: { isTest: 'true' } },
  ],
  sections: [
    {
      title: 'Emergency',
      fields: ['incidentNo', 'incidentState', 'source', 'isTest', 'vehicleId', 'driverId', 'orgId', 'what'],
    },
    {
      title: 'When and where',
      fields: ['raisedAt', 'heardAt', 'raisedBy', 'place', 'lat', 'lon', 'positionAt', 'repeats', 'lastAt'],
    },
    {
      title: 'What was done',
      fields: [
        'escalation',
        'acknowledgedAt',
        'acknowledgedBy',
        'acknowledgedAfterS',
        'closedAt',
        'closedBy',
        'closedAfterS',
        'outcome',
      ],
    },
  ],
  fields: {
    what: text({ label: 'What happened', spoken: 'names', min: 3, max: 200, list: true, search: true }),
    vehicleId: optional(
      ref('vehicle', {
        label: 'Vehicle',
        help: 'Left empty in a new incident: the vehicle that the driver is assigned to.',
        ...pick,
        search: true,
      }),
    ),
    driverId: optional(
      ref('drivers', {
        label: 'Driver',
        help: 'Left empty in a new incident: the driver assigned to the vehicle.',
        ...pick,
        search: true,
      }),
    ),
    orgId: optional(
      ref('organisation', { label: 'Organisation', help: 'Leave empty to use that of the vehicle.', ...pick }),
    ),
    isTest: flag({
      label: 'Test',
      words: ['Test', 'Real'],
      help: 'A test is shown to everyone as one, and no contact is written to.',
      filter: true,
    }),
  },
  readOnly: {
    incidentNo: text({ label: 'Number', code: true, grouped: true, list: true, search: true }),
    source: choice(incidentSources, { label: 'Reported by', ...pick }),
    incidentState: choice(incidentStates, { label: 'State', means: 'condition', ...pick }),
    raisedAt: time({ label: 'Raised', ...pick }),
    heardAt: time({ label: 'Received' }),
    raisedBy: text({ label: 'Raised by' }),
    place: optional(text({ label: 'Place', spoken: true, list: true, search: true })),
    lat: optional(decimal({ label: 'Latitude' })),
    lon: optional(decimal({ label: 'Longitude' })),
    positionAt: optional(time({ label: 'Position of' })),
    repeats: integer({ label: 'Repeated' }),
    lastAt: time({ label: 'Last signal' }),
    escalation: integer({ label: 'Escalations', filter: true }),
    acknowledgedAt: optional(time({ label: 'Acknowledged' })),
    acknowledgedBy: optional(text({ label: 'Acknowledged by', staffOnly: true })),
    acknowledgedAfterS: optional(integer({ label: 'Seconds until acknowledged', unit: 's', ...pick })),
    closedAt: optional(time({ label: 'Closed' })),
    closedBy: optional(text({ label: 'Closed by', staffOnly: true })),
    closedAfterS: optional(integer({ label: 'Seconds until closed', unit: 's' })),
    outcome: optional(longText({ label: 'Outcome', max: 2_000 })),
  },
});
