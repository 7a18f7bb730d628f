import { judgingVersion } from '#telematics/speeding/episodes.ts';
import { BadZip, readZip } from './bundle-zip.ts';
import { judgingVersionOf, verdictFrom } from './judged-parts.ts';
import { manifest, manifestName, readCanonical, sha256Of, signature, signatureName } from './manifest.ts';
import { isSigned, keyIdOf, type PublishedKey } from './signing.ts';

export type PartState = 'SOUND' | 'CHANGED' | 'MISSING' | 'EXTRA';
/**
 * VALID: signed with a key that was given. WHOLE_ONLY: with the key that is inside, which anybody can make: it says only that nothing was changed since.
 * UNKNOWN_KEY: none of the keys that were given is the one. INVALID: manifest and signature do not belong together.
 */
export type SignatureState = 'VALID' | 'WHOLE_ONLY' | 'UNKNOWN_KEY' | 'INVALID';
/** NOT_TRIED: the parts are not what the manifest says, or it was made by another way of judging. */
export type VerdictState = 'SAME' | 'DIFFERENT' | 'NOT_TRIED' | 'FAILED';

export interface Verified {
  /** All of it holds, and a key that was given vouches for it. */
  isGenuine: boolean;
  /** Why the file is no bundle that can be read, in words; then nothing else is said. */
  unreadable: string | null;
  violationId: string | null;
  parts: { name: string; state: PartState; bytes: number; sha256: string | null }[];
  signature: SignatureState;
  keyId: string | null;
  verdict: VerdictState;
  /** Of the verdict, in words. */
  words: string;
}

/** Of a file that is no bundle. @param unreadable why, in words */
export const unverified = (unreadable: string): Verified => ({
  isGenuine: false,
  unreadable,
  violationId: null,
  parts: [],
  signature: 'INVALID',
  keyId: null,
  verdict: 'NOT_TRIED',
  words: unreadable,
});

/** @param keys public keys of those who may vouch; undefined: the one inside is taken. @param isTrusting judges also what nobody known has signed */
export async function verifyBundle(
  bytes: Buffer,
  keys: readonly PublishedKey[] | undefined,
  isTrusting = true,
): Promise<Verified> {
  let parts: Map<string, Buffer>;
  try {
    parts = await readZip(bytes);
  } catch (error) {
    if (error instanceof BadZip) return unverified(error.message);
    throw error;
  }
  return verifyParts(parts, keys, isTrusting);
}

export function verifyParts(
  parts: ReadonlyMap<string, Buffer>,
  keys: readonly PublishedKey[] | undefined,
  isTrusting = true,
): Verified {
  const written = parts.get(manifestName);
  const told = readCanonical(written, manifest);
  if (!written || !told)
    return unverified(`${manifestName} is ${written ? 'changed: it is no manifest of a bundle' : 'missing'}`);
  const states = partsBy(parts, told.parts);
  const sign = readCanonical(parts.get(signatureName), signature);
  const signed = sign && sign.keyId === told.keyId ? signatureState(written, sign, keys) : 'INVALID';
  const isTorn = signed === 'INVALID';
  states.push(
    // Which of the two was changed cannot be told: they do not belong together.
    { name: manifestName, state: isTorn && sign ? 'CHANGED' : 'SOUND', bytes: written.length, sha256: null },
    {
      name: signatureName,
      state: !parts.has(signatureName) ? 'MISSING' : isTorn ? 'CHANGED' : 'SOUND',
      bytes: parts.get(signatureName)?.length ?? 0,
      sha256: null,
    },
  );
  const isWhole = states.every(({ state }) => state === 'SOUND');
  const { verdict, words } = !isWhole
    ? { verdict: 'NOT_TRIED' as const, words: 'The speeding was not judged again, since the bundle is not sound' }
    : signed === 'VALID' || isTrusting
      ? judged(parts)
      : {
          verdict: 'NOT_TRIED' as const,
          words: 'The speeding was not judged again, since nobody known has signed the bundle',
        };
  return {
    isGenuine: isWhole && signed === 'VALID' && verdict === 'SAME',
    unreadable: null,
    violationId: told.violationId,
    parts: states,
    signature: signed,
    keyId: told.keyId,
    verdict,
    words,
  };
}

function partsBy(
  parts: ReadonlyMap<string, Buffer>,
  told: readonly { name: string; bytes: number; sha256: string }[],
): Verified['parts'] {
  const known = new Set<string>([manifestName, signatureName, ...told.map(({ name }) => name)]);
  return [
    ...told.map(({ name, bytes, sha256 }) => {
      const part = parts.get(name);
      const isSame = part?.length === bytes && sha256Of(part) === sha256;
      return { name, state: !part ? 'MISSING' : isSame ? 'SOUND' : 'CHANGED', bytes, sha256 } as const;
    }),
    ...[...parts]
      .filter(([name]) => !known.has(name))
      .map(([name, { length }]) => ({ name, state: 'EXTRA', bytes: length, sha256: null }) as const),
  ];
}

function signatureState(
  written: Buffer,
  { keyId, publicKey, signature: text }: PublishedKey & { signature: string },
  keys: readonly PublishedKey[] | undefined,
): SignatureState {
  if (keyIdOf(publicKey) !== keyId) return 'INVALID';
  if (!isSigned(written, text, publicKey)) return 'INVALID';
  if (!keys) return 'WHOLE_ONLY';
  // The key that was given decides, and not the one inside.
  const key = keys.find((one) => one.publicKey === publicKey && keyIdOf(one.publicKey) === keyId);
  return key ? 'VALID' : 'UNKNOWN_KEY';
}

function judged(parts: ReadonlyMap<string, Buffer>): Pick<Verified, 'verdict' | 'words'> {
  try {
    const made = judgingVersionOf(parts);
    if (made !== judgingVersion)
      return {
        verdict: 'NOT_TRIED',
        words: `The speeding was judged in way ${String(made)}, and this program judges in way ${judgingVersion}. Use the version that made the bundle`,
      };
    const again = verdictFrom(parts);
    return again && parts.get('verdict.json')?.equals(again)
      ? {
          verdict: 'SAME',
          words: `Judged again from the parts alone, the verdict is the same, byte for byte. ${toldIn(again)}`,
        }
      : { verdict: 'DIFFERENT', words: 'Judged again from the parts alone, the verdict is another one' };
  } catch (error) {
    return {
      verdict: 'FAILED',
      words: `The parts cannot be judged: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

const one = (value: number): string => String(Math.round(value * 10) / 10);

/** The verdict in words. */
function toldIn(verdict: Buffer): string {
  const { episode } = JSON.parse(verdict.toString('utf8')) as {
    episode: { peakKmh: number; limit: { limitKmh: number }; evidence: object | null; fromAt: number; toAt: number };
  };
  const seconds = Math.round((episode.toAt - episode.fromAt) / 1000);
  return `Up to ${one(episode.peakKmh)} km/h where ${one(episode.limit.limitKmh)} km/h applied, for ${seconds} s from ${new Date(episode.fromAt).toISOString()}; ${
    episode.evidence ? 'it passed every check of evidence' : 'it did not pass every check of evidence'
  }`;
}
