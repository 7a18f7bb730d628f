import * as z from 'zod/mini';

// What the calls about evidence answer. Times are ISO UTC.

/** A bundle that was made of a violation; it never changes. */
export const evidenceBundle = z.strictObject({
  id: z.string(),
  violationId: z.string(),
  /** The first of a violation is 1. */
  number: z.int(),
  /** As the violation was then. */
  revision: z.int(),
  /** Whether the violation is still what the bundle says. */
  isCurrent: z.boolean(),
  keyId: z.string(),
  /** Of the file, hexadecimal. */
  sha256: z.string(),
  bytes: z.int(),
  madeAt: z.string(),
  madeBy: z.nullable(z.string()),
});
export type EvidenceBundle = z.infer<typeof evidenceBundle>;

export const evidenceKey = z.strictObject({
  keyId: z.string(),
  algorithm: z.literal('Ed25519'),
  /** SPKI, DER in base64. */
  publicKey: z.string(),
  from: z.string(),
  /** Null: bundles of now are signed with it. */
  until: z.nullable(z.string()),
});
export type EvidenceKey = z.infer<typeof evidenceKey>;

export const partStates = ['SOUND', 'CHANGED', 'MISSING', 'EXTRA'] as const;
export const signatureStates = ['VALID', 'WHOLE_ONLY', 'UNKNOWN_KEY', 'INVALID'] as const;
export const verdictStates = ['SAME', 'DIFFERENT', 'NOT_TRIED', 'FAILED'] as const;

/** What became of a bundle that was checked. */
export const evidenceCheck = z.strictObject({
  /** Every part, the signature and the verdict hold. */
  isGenuine: z.boolean(),
  /** Why the file cannot be read as a bundle; then nothing else is said. */
  unreadable: z.nullable(z.string()),
  violationId: z.nullable(z.string()),
  parts: z.array(
    z.strictObject({ name: z.string(), state: z.enum(partStates), bytes: z.int(), sha256: z.nullable(z.string()) }),
  ),
  signature: z.enum(signatureStates),
  keyId: z.nullable(z.string()),
  verdict: z.enum(verdictStates),
  /** Of the verdict, in words. */
  words: z.string(),
});
export type EvidenceCheck = z.infer<typeof evidenceCheck>;
