import type { IncomingMessage } from 'node:http';
import { type TrustedProxies, trustOf } from '#kit/server/http/trusted-proxies.ts';

export type Trust = (address: string, hop: number) => boolean;

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Whose X-Forwarded-For is believed at the doors for devices. They are open to everybody, unlike the port behind a proxy: where only the number
 * of proxies is given, the nearest has to be on this machine.
 */
export function gatewayTrust(proxies: TrustedProxies): Trust {
  const trusts = trustOf(proxies);
  if (typeof proxies !== 'number') return trusts;
  return (address, hop) => trusts(address, hop) && (hop > 0 || loopback.has(address));
}

/** The address that a request comes from: the nearest that is no proxy that is believed. */
export function addressOf(request: IncomingMessage, trusts: Trust): string {
  const passed = String(request.headers['x-forwarded-for'] ?? '').split(',');
  let address = request.socket.remoteAddress ?? '';
  for (let hop = 0; trusts(address, hop); hop += 1) {
    const before = passed.pop()?.trim();
    if (!before) return address;
    address = before.slice(0, 64);
  }
  return address;
}
