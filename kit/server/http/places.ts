import { isIPv4, isIPv6 } from 'node:net';

/** Address and network of a caller, as they are told apart: an IPv4 address and its /24, an IPv6 /64 and its /48. */
export function placesOf(ip: string): { address: string; network: string } {
  const plain = ip.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIPv4(plain)) return { address: plain, network: plain.split('.').slice(0, 3).join('.') };
  if (!isIPv6(plain)) return { address: plain, network: plain };
  const [head = '', tail] = plain.toLowerCase().split('::');
  const groups = (part: string) => part.split(':').filter((group) => group !== '');
  const [front, back] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - front.length - back.length }, () => '0');
  const all = [...front, ...zeros, ...back].map((group) => group.replace(/^0+(?=.)/, ''));
  return { address: all.slice(0, 4).join(':'), network: all.slice(0, 3).join(':') };
}
