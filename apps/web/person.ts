import type { UserData } from '#kit/contract/rights.ts';

/** Whose screen it is: a person, and who acts as them. */
export const personOf = (user: UserData | null): string | undefined =>
  user ? `${user.id} ${user.impersonatedBy?.id ?? ''}` : undefined;
