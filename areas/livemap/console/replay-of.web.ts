import { indiaDay } from '#kit/contract/days.ts';

/** What the address of a replay asks for: these vehicles, today in India until now. */
export const replayOf = (vehicleIds: readonly string[]) => ({
  vehicleId: vehicleIds.join(),
  from: new Date(`${indiaDay(new Date())}T00:00:00+05:30`).toISOString(),
  to: new Date().toISOString(),
});
