import type { SpeedingAlert } from './alert-answers.contract.ts';

export const speedingTopic = 'speeding-alert';

/** What open browsers are told when speeding begins and when it ends. */
export interface ToldAlert extends Pick<SpeedingAlert, 'id' | 'state' | 'vehicleId' | 'vehicle' | 'road' | 'orgId'> {
  peakKmh: number;
  limitKmh: number;
}
