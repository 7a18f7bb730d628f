import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { useQuery } from '@tanstack/react-query';
import type { ComplianceAnswer } from '#areas/compliance/status/answer.contract.ts';
import type { Answer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';

/** A period as GET /vehicle/{id}/drivers tells it. */
export interface Period {
  id: string;
  vehicleId: string;
  vehicle: string;
  plateUse: PlateUse | null;
  driverId: string;
  driver: string;
  fromAt: string;
  toAt: string | null;
  endReason: string | null;
  state: 'PLANNED' | 'CURRENT' | 'PAST';
}

/** What shows vehicles, drivers and their periods is stale after any act of this area. */
export const refreshVehicles = () => invalidate('vehicle', 'drivers', 'ownership-transfer', 'dashboard', 'history');

export const useCompliance = (vehicleId: string, driverId?: string, enabled = true) =>
  useQuery({
    queryKey: ['vehicle', 'verdict', vehicleId, driverId],
    enabled,
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<ComplianceAnswer>>(`/vehicle/${vehicleId}/verdict`, {
          query: driverId ? { driverId } : {},
          signal,
          quiet: true,
        })
      ).data,
  });

export const usePeriods = (path: 'vehicle' | 'drivers', id: string) =>
  useQuery({
    queryKey: [path, 'periods', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Period[]>>(`/${path}/${id}/${path === 'vehicle' ? 'drivers' : 'vehicles'}`, { signal }))
        .data,
  });

/** What one vehicle says beside its fields. */
export interface VehicleDetails {
  situation: string;
  situationNote: string | null;
  ownedSince: string | null;
  drivenSince: string | null;
  openTransfer: 'REQUEST' | 'OFFER' | null;
  /** It carries goods or passengers for hire. */
  isTransport: boolean;
}
