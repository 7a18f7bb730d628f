export { refreshDrivers, refreshVehicles } from './standing.ts';
