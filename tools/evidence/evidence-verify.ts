import '../node-version.ts';
import { readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { zipLimits } from '#areas/challans/bundle/bundle-zip.ts';
import { keyIdOf, type PublishedKey } from '#areas/challans/bundle/signing.ts';
import { type Verified, verifyBundle } from '#areas/challans/bundle/verify-bundle.ts';

// Checks an evidence bundle: without a database, without the network, with the code that judges trips.

const usage = `npm run evidence:verify -- FILE [--key KEYS]

FILE    an evidence bundle (zip)
--key   public keys of the product that made it: the answer of GET /api/v1/evidence-keys, or one key as PEM or base64.
        Without it the key inside the bundle is taken, which proves only that nothing was changed since it was signed.

Exit codes: 0 genuine, 1 not genuine, 2 could not be checked, 3 whole, but nobody known vouches for it
`;

function refuse(why: string): never {
  process.stderr.write(`${why}\n\n${usage}`);
  process.exit(2);
}

/** Keys in a file, however they were copied. */
function readKeys(path: string): PublishedKey[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    return refuse(`The keys cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const keys = text.startsWith('{') || text.startsWith('[') ? keysIn(text) : [text];
  const plain = keys.map((key) => key.replace(/-----[A-Z ]+-----/g, '').replace(/\s/g, ''));
  if (plain.length === 0 || plain.some((key) => key === '')) return refuse(`${path} holds no public key`);
  return plain.map((publicKey) => ({ publicKey, keyId: keyIdOf(publicKey) }));
}

function keysIn(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    const list = Array.isArray(read) ? read : ((read as { data?: unknown }).data ?? [read]);
    return (list as { publicKey?: unknown }[]).map(({ publicKey }) => (typeof publicKey === 'string' ? publicKey : ''));
  } catch {
    return [];
  }
}

const stateWords = { SOUND: 'ok', CHANGED: 'CHANGED', MISSING: 'MISSING', EXTRA: 'NOT IN THE MANIFEST' } as const;
const signatureWords = {
  VALID: 'The signature was made with a key that you gave.',
  WHOLE_ONLY:
    'WARNING: no key was given, so the key inside the bundle was taken. Anybody can make such a key: this proves only that the bundle is whole, and not who made it. Give the keys of the product with --key.',
  UNKNOWN_KEY: 'NOT PROVEN: the bundle was signed with a key that is none of those you gave.',
  INVALID: 'INVALID: the signature does not belong to the manifest.',
} as const;

function print({ unreadable, parts, signature, keyId, verdict, words, violationId }: Verified): void {
  const say = (line = '') => process.stdout.write(`${line}\n`);
  if (unreadable !== null) {
    say(`NOT GENUINE: ${unreadable}`);
    return;
  }
  say(`Evidence bundle of violation ${violationId}`);
  say();
  for (const { name, state, bytes } of parts)
    say(`  ${name.padEnd(18)} ${String(bytes).padStart(9)} bytes  ${stateWords[state]}`);
  say();
  say(`Signature (key ${keyId}): ${signatureWords[signature]}`);
  say(`Verdict: ${verdict === 'SAME' ? '' : `${verdict.replace('_', ' ')}. `}${words}.`);
}

function codeOf({ isGenuine, unreadable, parts, signature, verdict }: Verified): number {
  if (isGenuine) return 0;
  const isWhole = unreadable === null && parts.every(({ state }) => state === 'SOUND') && verdict === 'SAME';
  return isWhole && (signature === 'WHOLE_ONLY' || signature === 'UNKNOWN_KEY') ? 3 : 1;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
    const [file] = positionals;
    if (file === undefined || positionals.length > 1) return refuse('Name one file');
    return { file, key: values.key };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const { file, key } = readArguments();
let bytes: Buffer;
try {
  // A file that is no bundle need not be read.
  bytes = statSync(file).size > zipLimits.fileBytes ? Buffer.alloc(zipLimits.fileBytes + 1) : readFileSync(file);
} catch (error) {
  refuse(`The file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
}
const found = await verifyBundle(bytes, key === undefined ? undefined : readKeys(key));
print(found);
const code = codeOf(found);
process.stdout.write(
  `\n${['GENUINE: every part, the signature and the verdict hold.', 'NOT GENUINE.', '', 'WHOLE, but nobody known vouches for it.'][code]}\n`,
);
process.exitCode = code;
