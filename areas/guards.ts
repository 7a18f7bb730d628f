import type { RowGuards } from '#kit/server/catalogue/guard.ts';
import { accountGuard, roleGuard } from './access/guards.ts';
import { rtoGuard } from './offices/guards.ts';
import { driverGuard, medicalReportGuard } from './people/driver-guards.ts';
import { appUserGuard, organisationGuard } from './people/guards.ts';
import { deviceGuard } from './tracking/device-guards.ts';
import { vehicleGuard } from './vehicles/guards.ts';

/** Rules of catalogues that depend on who writes and on the row. Those of papers need a key: see withPapers. */
export const guards: RowGuards = {
  user: accountGuard('staff'),
  role: roleGuard,
  rto: rtoGuard,
  'app-user': appUserGuard,
  organisation: organisationGuard,
  vehicle: vehicleGuard,
  drivers: driverGuard,
  device: deviceGuard,
  'medical-report': medicalReportGuard,
};
