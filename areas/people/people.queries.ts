import type { PlateUse } from '#kit/contract/formats/plate-use.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComplianceAnswer } from '#areas/compliance/status/answer.contract.ts';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
import type { DocumentSet } from '#areas/documents/review/review.contract.ts';
import type { DoctorLine, DueDriver } from './medical/doctor-report.contract.ts';
import type { Invitation } from './invitations/invitations.contract.ts';
import type { Onboarding } from './onboarding/onboarding.contract.ts';

/** What shows drivers is stale after any act of this area. */
export const refreshPeople = () =>
  invalidate(
    'drivers',
    'vehicle',
    'vehicle-invitation',
    'onboarding',
    'vehicle-kyc-doc',
    'medical-report',
    'doctor-report',
    'history',
    'dashboard',
  );

type Query = Readonly<Record<string, string | number | undefined>>;

export const useInvitations = (query: Query) =>
  useQuery({
    queryKey: ['vehicle-invitation', query],
    queryFn: ({ signal }) => api.get<ListAnswer<Invitation>>('/client/vehicle-invitation', { query, signal }),
    placeholderData: keepPreviousData,
    // Mail servers answer within seconds. One that does not is tried again for hours: by then the page has been left.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < 40 && data?.data.some(({ status, delivery }) => status === 0 && delivery === 'queued')
        ? 3_000
        : false,
  });

export const useOnboarding = (driverId: string) =>
  useQuery({
    queryKey: ['onboarding', driverId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Onboarding>>(`/client/driver-on-boarding/${driverId}`, { signal })).data,
  });

export const useDoctorReport = (query: Query) =>
  useQuery({
    queryKey: ['doctor-report', query],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<DoctorLine> & { from: string; to: string }>('/doctor-report', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const useDueDrivers = (enabled: boolean) =>
  useQuery({
    queryKey: ['doctor-report', 'due'],
    enabled,
    queryFn: async ({ signal }) => (await api.get<ListAnswer<DueDriver>>('/doctor-report/due', { signal })).data,
  });

/** A period as GET /drivers/{id}/vehicles tells it. */
export interface Period {
  id: string;
  vehicleId: string;
  vehicle: string;
  plateUse: PlateUse | null;
  fromAt: string;
  toAt: string | null;
  endReason: string | null;
  state: 'PLANNED' | 'CURRENT' | 'PAST';
}
export const usePeriods = (driverId: string) =>
  useQuery({
    queryKey: ['drivers', 'periods', driverId],
    queryFn: async ({ signal }) => (await api.get<Answer<Period[]>>(`/drivers/${driverId}/vehicles`, { signal })).data,
  });

/** May they drive today? As it is known now; lists show what was known at the last change. */
export const useDriverCompliance = (id: string) =>
  useQuery({
    queryKey: ['drivers', 'verdict', id],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<ComplianceAnswer>>(`/drivers/${id}/verdict`, { signal, quiet: true })).data,
  });

/** May this vehicle run with this driver? */
export const useComplianceTogether = (vehicleId: string | undefined, driverId: string) =>
  useQuery({
    queryKey: ['vehicle', 'verdict', vehicleId, driverId],
    enabled: vehicleId !== undefined,
    queryFn: async ({ signal }) =>
      (
        await api.get<Answer<ComplianceAnswer>>(`/vehicle/${vehicleId}/verdict`, {
          query: { driverId },
          signal,
          quiet: true,
        })
      ).data,
  });

/** The documents of an organisation, under the key of their own tab: asked for once, stale with every write to a document. */
export const useOrganisationDocuments = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: ['vehicle-kyc-doc', 'set', 'organisation', id],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.get<Answer<DocumentSet>>(`/client/organisation-doc/${id}`, { signal })).data,
  });
