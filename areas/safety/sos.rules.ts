import type { RowCheck } from '#kit/server/catalogue/store.ts';

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Districts lie in a state; short numbers have no signs between. */
export const checkSos: RowCheck = (row) => {
  const messages: Record<string, string> = {};
  if (text(row['district']) && !text(row['state'])) messages['state'] = 'State is required when a district is set';
  const number = row['number'];
  if (text(number) && number.replaceAll(/\D/g, '').length <= 5 && /\D/.test(number))
    messages['number'] = 'Short numbers are written without spaces and hyphens, like 112';
  return messages;
};
