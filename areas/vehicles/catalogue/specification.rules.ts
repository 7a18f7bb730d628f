import type { RowCheck } from '#kit/server/catalogue/store.ts';

/** What an electric vehicle does not have. */
export const checkSpecification: RowCheck = (row) => {
  const messages: Record<string, string> = {};
  if (row['fuelType'] !== 'ELECTRIC') return messages;
  for (const [name, label] of [
    ['engineCc', 'engine'],
    ['tankL', 'tank'],
    ['emissionNorm', 'emission norm'],
  ] as const)
    if (row[name] !== null && row[name] !== undefined) messages[name] = `An electric vehicle has no ${label}`;
  return messages;
};
