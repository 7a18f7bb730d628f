import { BlockList, isIP } from 'node:net';

/*
 * Where a message to an address that people give may lead: to the open internet and nowhere else. Whoever can name an address must not be
 * able to reach by it what stands beside the product: its database, the metadata of a cloud, other machines of the house.
 */

const closed4 = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed4.addSubnet(net, bits, 'ipv4');

/** Addresses of the open internet begin here; those that carry an IPv4 address in them, or lead to one, do not. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(net, bits, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether an address, of either kind, is one of the open internet. Anything else that is given is not. */
export function isOpenAddress(address: string): boolean {
  const kind = isIP(address);
  if (kind === 4) return !closed4.check(address, 'ipv4');
  return kind === 6 && open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

const isLoopback = (address: string) =>
  isIP(address) !== 0 && loopback.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether a message may go to an address. @param allowLoopback for tests: this machine as well */
export const mayReach = (address: string, allowLoopback = false): boolean =>
  isOpenAddress(address) || (allowLoopback && isLoopback(address));

/** The address that stands for a host itself; undefined: it is a name, which has to be looked up. */
export function addressOf(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** Last parts of names that mean something within a house alone. */
const ownNames = new Set(['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'corp', 'arpa', 'localdomain']);
const isOwnName = (hostname: string) => !hostname.includes('.') || ownNames.has(hostname.split('.').at(-1) ?? '');

/**
 * What is wrong with an address that messages are to be sent to, in words; undefined: nothing that can be seen before its name is looked up. Numbers in other
 * writings, as 2130706433 or 0x7f.1, are read here as they are anywhere else.
 */
export function addressProblem(text: string, allowLoopback = false): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'Enter an address like https://example.in/hooks';
  const hostname = url.hostname.replace(/\.$/, '');
  const address = addressOf(hostname);
  const isOwn = allowLoopback && address !== undefined && isLoopback(address);
  if (url.protocol !== 'https:' && !(isOwn && url.protocol === 'http:')) return 'Must begin with https://';
  if (url.username || url.password) return 'Must not contain a user name or a password';
  if (url.hash) return 'Must not contain a #';
  const port = url.port === '' ? 443 : Number(url.port);
  if (port < 1_024 && port !== 443) return 'This port cannot be used';
  if (address === undefined ? isOwnName(hostname) : !mayReach(address, allowLoopback))
    return 'Must be an address on the public internet';
  return undefined;
}
