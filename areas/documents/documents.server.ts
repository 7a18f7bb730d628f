export { readDrivers, readVehicles } from './facts.ts';
export { refreshDrivers, refreshVehicles } from './standing.ts';
