import type { RowCheck } from '#kit/server/catalogue/store.ts';

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What a speed configuration names of its scope, and in which order its bands begin. */
export const checkSpeedConfiguration: RowCheck = (row) => {
  const messages: Record<string, string> = {};
  const { scope, state, categoryId } = row;
  if (scope === 'STATE' && !text(state)) messages['state'] = 'State is required: this holds for one state';
  if (scope !== 'STATE' && text(state)) messages['state'] = 'Only a configuration for one state names it';
  if (scope === 'VEHICLE_CATEGORY' && !text(categoryId))
    messages['categoryId'] = 'Vehicle category is required: this holds for one category';
  if (scope !== 'VEHICLE_CATEGORY' && text(categoryId))
    messages['categoryId'] = 'Only a configuration for one category names it';
  if (row['majorFromKmh'] === row['minorFromKmh']) messages['majorFromKmh'] = 'Major must begin above minor';
  if (row['criticalFromKmh'] === row['majorFromKmh']) messages['criticalFromKmh'] = 'Critical must begin above major';
  return messages;
};
