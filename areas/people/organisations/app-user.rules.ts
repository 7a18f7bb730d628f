import type { RowCheck } from '#kit/server/catalogue/store.ts';

const text = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** Somebody signs in with a mobile number or an email. */
export const checkAppUser: RowCheck = (row) => {
  if (text(row['email']) || text(row['mobile'])) return {};
  return { mobile: 'Enter a mobile number or an email. One of them is needed to sign in' };
};
