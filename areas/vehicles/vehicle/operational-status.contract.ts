import type { OperationalStatus } from './vehicle.contract.ts';

export const operationalStatusNames: Readonly<Record<OperationalStatus, string>> = {
  IN_USE: 'In service',
  MAINTENANCE: 'Under maintenance',
  ACCIDENT: 'Accident',
  STOLEN: 'Stolen',
  RETIRED: 'Retired',
  SOLD: 'Sold',
};

/** What may be said of a vehicle next. What is stolen is not sold; what was sold or retired by mistake comes back into use. */
export const operationalStatusMoves: Readonly<Record<OperationalStatus, readonly OperationalStatus[]>> = {
  IN_USE: ['MAINTENANCE', 'ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD'],
  MAINTENANCE: ['IN_USE', 'ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD'],
  ACCIDENT: ['IN_USE', 'MAINTENANCE', 'STOLEN', 'RETIRED', 'SOLD'],
  STOLEN: ['IN_USE', 'MAINTENANCE', 'ACCIDENT', 'RETIRED'],
  RETIRED: ['IN_USE'],
  SOLD: ['IN_USE'],
};

/** What is not said without a word on what happened. */
export const needsNote: readonly OperationalStatus[] = ['ACCIDENT', 'STOLEN', 'RETIRED', 'SOLD'];
