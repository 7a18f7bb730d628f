import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, decimal, integer, longText, optional, ref, text, time } from '#kit/contract/fields.ts';
import { alarmKinds, alarmStates } from './alarm-kinds.contract.ts';

const pick = { list: true, filter: true } as const;

/** Alarms of devices: each is one record as long as the device repeats it. Nobody writes them. */
export const alarm = catalogue('alarm', {
  one: 'Alarm',
  many: 'Alarms',
  icon: 'bell-ringing',
  group: 'group-fleet',
  menuOrder: 13,
  about: 'What devices report: power cuts, tampering, low batteries, harsh driving and more.',
  scope: 'organisation',
  guarded: true,
  ownWrites: true,
  recorded: true,
  // To acknowledge them.
  furtherActions: ['edit'],
  title: ['what'],
  sort: '-lastAt',
  searchHint: 'Alarm, plate, driver or place',
  firstColumns: ['what', 'alarmState', 'vehicleId', 'driverId', 'lastAt', 'repeats', 'place', 'orgId'],
  readyViews: [
    { name: 'Not acknowledged', search: { alarmState: 'NEW', status: '1' }, tab: true },
    {
      name: 'Device tampering',
      search: { kind: 'POWER_CUT,TAMPER,JAMMING', status: '1' },
    },
    {
      name: 'Harsh driving',
      search: { kind: 'BRAKING,ACCELERATION,CORNERING', status: '1' },
    },
  ],
  sections: [
    { title: 'Alarm', fields: ['what', 'kind', 'alarmState', 'vehicleId', 'driverId', 'device', 'orgId'] },
    { title: 'When and where', fields: ['firstAt', 'lastAt', 'repeats', 'heardAt', 'place', 'lat', 'lon', 'speedKmh'] },
    { title: 'What was done', fields: ['acknowledgedAt', 'acknowledgedBy', 'note', 'notifiedAt', 'incidentId'] },
  ],
  fields: {
    what: text({ label: 'Alarm', spoken: true, min: 3, max: 100, list: true, search: true }),
    kind: choice(alarmKinds, { label: 'Type', filter: true }),
    vehicleId: ref('vehicle', { label: 'Vehicle', ...pick, search: true }),
    driverId: optional(ref('drivers', { label: 'Driver', ...pick, search: true })),
    orgId: ref('organisation', { label: 'Organisation', ...pick }),
  },
  readOnly: {
    alarmState: choice(alarmStates, { label: 'State', means: 'condition', ...pick }),
    device: text({ label: 'Device', code: true, search: true }),
    firstAt: time({ label: 'First reported', filter: true }),
    lastAt: time({ label: 'Last reported', ...pick }),
    repeats: integer({ label: 'Repeated', list: true }),
    heardAt: time({ label: 'Received' }),
    place: optional(text({ label: 'Place', spoken: true, list: true, search: true })),
    lat: optional(decimal({ label: 'Latitude' })),
    lon: optional(decimal({ label: 'Longitude' })),
    speedKmh: optional(decimal({ label: 'Speed', unit: 'km/h' })),
    acknowledgedAt: optional(time({ label: 'Acknowledged' })),
    acknowledgedBy: optional(text({ label: 'Acknowledged by', spoken: true })),
    note: optional(longText({ label: 'Note', max: 1_000 })),
    notifiedAt: optional(time({ label: 'Notified' })),
    incidentId: optional(ref('incident', { label: 'Emergency', filter: true })),
  },
});
