import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';

export interface SiteOptions {
  /** Address that people type, where they come through a proxy: 'https://fleet.example.in'. */
  origin?: string;
  /** Further names this server is called by, without ports. With neither, any name will do. */
  hosts?: readonly string[];
}

/** Where the server stands as browsers see it. */
export interface Site {
  /** See SiteOptions. */
  readonly origin?: string;
  /** Whether a Host header names this server, whatever its port. */
  isOwnName(host: string | undefined): boolean;
  /** Whether an Origin header is that of this server's own pages. */
  isOwnPage(headers: Pick<IncomingHttpHeaders, 'origin' | 'host' | 'sec-fetch-site'>): boolean;
  /** A line for the operator, once in the life of the process: what a setting lacks shows in every request. */
  advise(about: string, line: string): void;
}

export const loopbackNames = ['localhost', '127.0.0.1', '[::1]', '::1'] as const;

/** @param log where it says what should be set when browsers' requests do not fit. */
export function createSite({ origin, hosts }: SiteOptions, log: Pick<FastifyBaseLogger, 'warn'> | false): Site {
  const names = origin || hosts ? new Set([...(hosts ?? []), ...(origin ? ownNames(origin) : [])]) : undefined;
  const advised = new Set<string>();
  const advise: Site['advise'] = (about, line) => {
    if (advised.has(about)) return;
    advised.add(about);
    if (log) log.warn(line);
  };
  return {
    ...(origin ? { origin } : {}),
    advise,
    isOwnName(host) {
      if (!names || names.has(nameOf(host))) return true;
      const seen = shown(host);
      advise(
        'host',
        origin
          ? `Refused a request for '${seen}': PUBLIC_URL is ${origin}. If it came through your proxy, let it pass on the Host header (nginx: proxy_set_header Host $host;)`
          : `Refused a request for '${seen}': without PUBLIC_URL only this machine is served. Set PUBLIC_URL to the address that people type`,
      );
      return false;
    },
    isOwnPage(headers) {
      const page = headers.origin?.toLowerCase();
      if (page === (origin ?? `http://${headers.host?.toLowerCase()}`)) return true;
      // The browser itself says that page and server are one.
      if (headers['sec-fetch-site'] === 'same-origin')
        advise(
          'origin',
          `Refused a call of the page '${shown(page)}': ` +
            `${origin ? `PUBLIC_URL is ${origin}` : 'PUBLIC_URL is not set'}. Set PUBLIC_URL to the address that people type`,
        );
      return false;
    },
  };
}

/** Through a proxy that names its target instead of passing the Host on, as nginx does by default, all come as for loopback. */
const ownNames = (origin: string): string[] => [new URL(origin).hostname, ...loopbackNames];

function nameOf(host = ''): string {
  const lower = host.toLowerCase();
  return lower.startsWith('[') ? lower.slice(0, lower.indexOf(']') + 1) : (lower.split(':', 1)[0] ?? '');
}

/** What a stranger sent, for a line of the log. */
const shown = (text = ''): string => text.replace(/[^\w.:/[\]-]/g, '?').slice(0, 100);
