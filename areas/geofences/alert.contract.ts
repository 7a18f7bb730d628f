import type { GeofenceEventKind } from './event-answers.contract.ts';

/** What open browsers are told of an alert. */
export interface GeofenceAlert {
  id: string;
  kind: GeofenceEventKind;
  at: string;
  geofenceId: string;
  geofence: string;
  vehicleId: string;
  vehicle: string;
  orgId: string;
}
export const geofenceTopic = 'geofence-event';
