import type { ReportName } from './report-answers.contract.ts';

/** What reports are called in files, mails and choices. */
export const reportTitles: Readonly<Record<ReportName, string>> = {
  'daily-summary': 'Daily summary',
  trips: 'Trips',
  stops: 'Stops',
  idling: 'Idling',
  'geofence-visits': 'Geofence visits',
  'vehicle-distance': 'Distance per vehicle',
  'driver-distance': 'Distance per driver',
};
