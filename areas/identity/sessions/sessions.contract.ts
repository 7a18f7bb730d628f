import * as z from 'zod/mini';

/** A live session as its owner, or who looks after the account, sees it. */
export const sessionRow = z.strictObject({
  id: z.string(),
  /** Browser and system in words, as in "Firefox on Windows". */
  device: z.string(),
  isPhone: z.boolean(),
  address: z.nullable(z.string()),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** Ends then at the latest. */
  expiresAt: z.string(),
  /** The session of the call itself. */
  isCurrent: z.boolean(),
  /** "Keep me signed in" was chosen. */
  isKept: z.boolean(),
  /** Who opened it to act as its owner; null: the owner did. Of people outside their organisation clients get no id, address or name. */
  actor: z.nullable(z.strictObject({ id: z.nullable(z.string()), name: z.string() })),
});
export type SessionRow = z.infer<typeof sessionRow>;

/** What GET /user/{id}/sign-in answers: how somebody gets in, without anything that would let another one in. */
export const signInFacts = z.strictObject({
  /** False: the account waits for its owner to choose a first password. */
  hasPassword: z.boolean(),
  passwordChangedAt: z.nullable(z.string()),
  /** Another password has to be chosen at the next sign-in. */
  mustChangePassword: z.boolean(),
  /** A one-time password works until then. */
  oneTimeUntil: z.nullable(z.string()),
  /** A code is asked for after the password; null: it is not. */
  codeSince: z.nullable(z.string()),
});
export type SignInFacts = z.infer<typeof signInFacts>;

/** What GET /session/profile answers. */
export const profileRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  mobile: z.nullable(z.string()),
  roleName: z.string(),
  orgName: z.nullable(z.string()),
  /** The latest sign-in, which may be this one. */
  lastLoginAt: z.nullable(z.string()),
  passwordChangedAt: z.nullable(z.string()),
  version: z.int(),
});
export type Profile = z.infer<typeof profileRow>;

const author = z.nullable(z.strictObject({ name: z.string(), at: z.string() }));
/** What GET /session/profile/changes answers: who changed each field last; null where nobody did, or long ago. */
export const profileChanges = z.strictObject({ name: author, mobile: author });
export type ProfileChanges = z.infer<typeof profileChanges>;

export const profileInput = z.strictObject({
  name: z
    .string({ error: 'Name is required' })
    .check(
      z.trim(),
      z.minLength(2, { error: 'Name needs at least 2 characters' }),
      z.maxLength(100, { error: 'Name can have at most 100 characters' }),
    ),
  mobile: z.nullable(
    z
      .string({ error: 'Mobile must be text' })
      .check(z.regex(/^[6-9]\d{9}$/, { error: 'Use ten digits, like 9876543210' })),
  ),
});
