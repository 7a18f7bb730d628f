/** What stands in the history where a secret stood. */
export const withheld = '[withheld]';

/** Names of values that no read shows, in any spelling: passwordHash, refresh_token, totpSecret … */
const secretName =
  /pass(word|phrase|code)|hash|token|secret|totp|otp$|recovery|pepper|cookie|authori[sz]ation|(api|private)_?key/i;

/**
 * Our own tokens, whatever kind comes to be; password hashes; signed tokens of others; enrolment links; private keys. A signed
 * token begins where a word does, hyphens included, so that no part of a text is tried from more than one place.
 */
const secretText =
  /\brk[a-z]_[\w-]{20,}|\$(?:argon2(?:id|i|d)?|2[aby]|scrypt)\$[^\s"]+|(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*|otpauth:\/\/[^\s"]+|-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*/g;

/** A text without what looks like one of our secrets. */
export const maskText = (text: string): string => text.replace(secretText, withheld);

/**
 * What history may hold of a state: no more than a read of the module shows. Every before and after passes here.
 * @param fields API names that a read shows. Left out, every name that does not sound like a secret.
 */
export function maskState(
  state: Record<string, unknown> | null,
  fields: readonly string[] | undefined,
): Record<string, unknown> | null {
  if (state === null) return null;
  const shown = Object.entries(state).filter(([name]) => (fields ? fields.includes(name) : !secretName.test(name)));
  return Object.fromEntries(shown.map(([name, value]) => [name, maskValue(value)]));
}

function maskValue(value: unknown): unknown {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskValue);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  // Bytes are never what a read shows as a value.
  if (ArrayBuffer.isView(value)) return withheld;
  return maskState(value as Record<string, unknown>, undefined);
}
