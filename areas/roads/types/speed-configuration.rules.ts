import type { RowCheck } from '#kit/server/catalogue/store.ts';

/** S.O. 1522(E). */
const lawPct = 5;

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** What a speed configuration names of its scope, and in which order its bands begin. */
export const checkSpeedConfiguration: RowCheck = (row) => {
  const messages: Record<string, string> = {};
  const { scope, state, categoryId, clientId } = row;
  if (scope === 'STATE' && !text(state)) messages['state'] = 'State is required';
  if (scope !== 'STATE' && text(state)) messages['state'] = 'Only a configuration for one state has a state';
  if (scope === 'VEHICLE_CATEGORY' && !text(categoryId)) messages['categoryId'] = 'Vehicle category is required';
  if (scope !== 'VEHICLE_CATEGORY' && text(categoryId))
    messages['categoryId'] = 'Only a configuration for one category has a category';
  if (scope === 'CLIENT' && !text(clientId)) messages['clientId'] = 'Organisation is required';
  if (scope !== 'CLIENT' && text(clientId))
    messages['clientId'] = 'Only a configuration for one organisation has an organisation';
  // What the law lets pass is the same for everybody: a company decides over its own buffer.
  if ((scope === 'CLIENT' || scope === 'VEHICLE_CATEGORY') && row['statutoryTolerancePct'] !== lawPct)
    messages['statutoryTolerancePct'] = `The law lets ${lawPct} % pass for everybody. Use the own buffer instead`;
  if (row['majorFromKmh'] === row['minorFromKmh']) messages['majorFromKmh'] = 'Major must be above minor';
  if (row['criticalFromKmh'] === row['majorFromKmh']) messages['criticalFromKmh'] = 'Critical must be above major';
  return messages;
};
