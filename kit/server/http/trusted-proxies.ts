import { BlockList, isIP } from 'node:net';

/** Proxies whose X-Forwarded-For is believed: so many next to this server, or those at addresses and in networks ('10.0.0.0/8'). */
export type TrustedProxies = number | readonly string[];

/** Whether the sender of a request, or an address that another proxy named, is a proxy that is believed. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const list = new BlockList();
  for (const text of proxies) {
    const [address = '', bits] = text.split('/', 2);
    const family = familyOf(address);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Whether it is an address or a network, as `trustOf` takes it. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
