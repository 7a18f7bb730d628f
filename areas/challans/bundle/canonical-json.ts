/**
 * JSON in one form for one value (RFC 8785): keys in the order of their UTF-16 code units, no spaces, numbers as ECMAScript writes them, texts
 * with the shortest escapes. What has no such form is refused. Keys whose value is undefined are left out.
 * @throws Error at NaN, Infinity, half a surrogate pair, or what is no JSON
 */
export function canonicalText(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`${value} has no canonical form`);
    // JSON.stringify writes -0 as 0, as the standard wants it.
    return JSON.stringify(value);
  }
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new Error('A text with half a surrogate pair has no canonical form');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((one) => canonicalText(one ?? null)).join(',')}]`;
  if (typeof value !== 'object') throw new Error(`${typeof value} has no canonical form`);
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${canonicalText(key)}:${canonicalText(one)}`).join(',')}}`;
}

/** The same as bytes: UTF-8 without a mark at its beginning. */
export const canonicalBytes = (value: unknown): Buffer => Buffer.from(canonicalText(value), 'utf8');
