import { isIP } from 'node:net';

/** Names that nobody on the internet has (RFC 2606, 6761, 6762, 8375), and those that networks give themselves. */
const ownNames = new Set([
  'localhost',
  'local',
  'test',
  'example',
  'invalid',
  'internal',
  'lan',
  'home',
  'arpa',
  'corp',
]);

const isReal = (host: string): boolean => {
  const name = host.toLowerCase();
  return name.includes('.') && isIP(name) === 0 && !ownNames.has(name.split('.').at(-1) ?? '');
};

/**
 * Where push services reach whoever runs this (RFC 8292): the address of the product, else who sends its mails. Apple refuses messages of an
 * address that is of this machine alone; where there is no other, the rest of them still takes it.
 */
export function subjectOf(origin: string, sender: string): string {
  const url = URL.parse(origin);
  const isSecure = url?.protocol === 'https:';
  if (isSecure && isReal(url.hostname)) return url.origin;
  if (isReal(sender.slice(sender.lastIndexOf('@') + 1))) return `mailto:${sender}`;
  return isSecure ? url.origin : `mailto:${sender}`;
}
