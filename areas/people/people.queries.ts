import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Answer, ListAnswer } from '#kit/contract/answers.ts';
import { api } from '#kit/web/api.ts';
import { invalidate } from '#kit/web/queries.ts';
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
