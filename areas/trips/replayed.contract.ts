/** Vehicles that a replay shows together. */
export const mostReplayed = 25;
