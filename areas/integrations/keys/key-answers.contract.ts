import * as z from 'zod/mini';
import { actions } from '#kit/contract/rights.ts';

// What the calls about API keys take and answer. Times are ISO UTC.

/** Works with the rights of its owner, or with those of whoever runs the organisation. */
export const keyKinds = ['PERSONAL', 'ORGANISATION'] as const;
export type KeyKind = (typeof keyKinds)[number];

export const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

export const keyLimits = {
  name: 60,
  /** Days that a key may be valid. */
  days: 365,
  /** Days before its end on which it is written that it ends. */
  warnDays: 14,
  /** Active keys of an organisation, or of one person of the staff. */
  active: 50,
  /** Calls that may come at once, and as many again each minute. */
  perMinute: 300,
} as const;

/** What a key may do at most: actions by the key of a module. */
export const keyScopes = z.record(
  z.string(),
  z.array(z.enum(actions, { error: `A right is one of ${actions.join(', ')}` }), {
    error: 'Each module needs a list of its rights',
  }),
  { error: 'Each module needs a list of its rights' },
);

export const apiKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(keyKinds),
  state: z.enum(keyStates),
  /** It is active, and not for much longer. */
  endsSoon: z.boolean(),
  /** Its last characters. */
  hint: z.string(),
  scopes: keyScopes,
  madeBy: z.string(),
  /** Null for a key of somebody of the staff. */
  orgId: z.nullable(z.string()),
  org: z.nullable(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
  /** The address of the last call. */
  lastUsedFrom: z.nullable(z.string()),
  revokedAt: z.nullable(z.string()),
  revokedBy: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** A key that was just made: the whole of it is told this once. */
export const madeKey = z.extend(apiKey, { key: z.string() });
export type MadeKey = z.infer<typeof madeKey>;

/** A module of which a key may be given rights. */
export const scopeChoice = z.strictObject({ module: z.string(), name: z.string(), actions: z.array(z.enum(actions)) });
export type ScopeChoice = z.infer<typeof scopeChoice>;
