// For tests of areas that follow trips.
export { createTracker } from '../engine/tracker.ts';
