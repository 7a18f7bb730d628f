import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { canonicalBytes } from './canonical-json.ts';
import { type Parts, zipLimits } from './bundle-zip.ts';

export const manifestName = 'manifest.json';
export const signatureName = 'signature.json';
export const bundleFormat = 'roadkeeper-evidence/1';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A text of a manifest, and a list: nobody is answered more of what anybody may have written. */
const short = z.string().check(z.maxLength(2_000));
const listOf = <T extends z.ZodMiniType>(one: T) => z.array(one).check(z.maxLength(zipLimits.parts));

/** What a bundle holds, and of what it is. */
export const manifest = z.strictObject({
  format: z.literal(bundleFormat),
  violationId: short,
  /** How often the violation had been judged anew, and its version: a decision that was changed is another. */
  revision: z.int(),
  version: z.int(),
  keyId: short,
  /** What is not there, and why, in words. */
  missing: listOf(z.strictObject({ what: short, why: short })),
  parts: listOf(z.strictObject({ name: short, bytes: z.int(), sha256 })),
});
export type Manifest = z.infer<typeof manifest>;

export const signature = z.strictObject({
  algorithm: z.literal('Ed25519'),
  keyId: short,
  publicKey: short,
  signature: short,
});

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The manifest of parts, with the SHA-256 and size of each. */
export function manifestOf(about: Omit<Manifest, 'format' | 'parts'>, parts: Parts): Buffer {
  const made: Manifest = {
    format: bundleFormat,
    ...about,
    parts: [...parts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: sha256Of(bytes) })),
  };
  return canonicalBytes(made);
}

/** What a part that should be JSON of some shape holds; undefined where it does not, or not in the canonical form. */
export function readCanonical<T>(bytes: Buffer | undefined, shape: z.ZodMiniType<T>): T | undefined {
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    const read = shape.safeParse(value);
    return read.success && canonicalBytes(value).equals(bytes) ? read.data : undefined;
  } catch {
    return undefined;
  }
}
