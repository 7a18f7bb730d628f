import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { ProductArea } from '#areas/areas.ts';
import type { SendMail } from '#areas/identity/identity.server.ts';
import type { MapOptions } from '#areas/maps/maps.server.ts';
import type { MailKit } from '#areas/mail/mail.server.ts';
import type { TrackingSettings } from '#areas/trips/trips.server.ts';
import type { PaymentOptions } from '#areas/wallet/wallet.server.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { CacheLimits } from '#kit/server/bounded/bounded-cache.ts';
import type { Clock } from '#kit/server/clock.ts';
import type { ConnectionConfig } from '#kit/server/db/connection.ts';
import type { Attention } from '#kit/server/http/health.ts';
import type { ClientLimits } from '#kit/server/http/clients/limits.ts';
import type { TrustedProxies } from '#kit/server/http/trusted-proxies.ts';
import type { Tracing } from '#kit/server/tracing.ts';
import type { LiveLimits } from '#kit/server/live/limits.ts';
import type { OutgoingOptions } from '#kit/server/outgoing/send.ts';

/** What a product may be given for its sign-in. */
export interface AccessOptions {
  /** Start of the links in mails, from the configuration only. Default: that of all mails. */
  publicBase?: () => string;
  /** Where mails about somebody's way in go. Default: the outbox. */
  sendMail?: SendMail;
  /** FIREBASE_PROJECT_ID; without it the `firebase` header is ignored. */
  firebaseProjectId?: string;
  /** Another key server than the provider's, for tests. */
  firebaseKeysUrl?: URL;
}

export interface ProductOptions extends AccessOptions {
  database: ConnectionConfig;
  dataDir: string;
  clock: Clock;
  /** True when this process is the only one that writes: then it knows by itself when remembered answers are old. */
  alone: boolean;
  demo: boolean;
  secure: boolean;
  /** See ServerOptions. */
  trustedProxies?: TrustedProxies;
  /** See SiteOptions. */
  hosts?: readonly string[];
  fileKey?: string;
  log: FastifyBaseLogger | false;
  /** Other pages that may call with an API key: exact origins. */
  apiOrigins?: readonly string[];
  /** See Watchers. */
  metricsToken?: string;
  /** Follows requests and statements. Left out: nothing is followed. */
  tracing?: Tracing;
  /** Tells other processes over this NATS server where vehicles are. Left out: they read it from the database each second. */
  natsUrl?: string;
  /** What an operator has to see to, asked for whenever somebody wants to know. */
  attention?: () => readonly Attention[];
  /** Adds measurements of what runs beside the product. */
  measure?: (register: Registry) => void;
  /** Folder of the built web app; left out, only the API is served. */
  webDirectory?: string;
  /** Default: those of the product. */
  areas?: readonly ProductArea[];
  /** Default: those of the areas. */
  catalogues?: readonly AnyCatalogue[];
  /** Rows that one step of an export writes. Default 2,000. */
  exportStepRows?: number;
  /**
   * Address that people type: where links in mails lead, and whose pages may call. Left out: this machine, at the port it
   * listens on.
   */
  origin?: string;
  /** How mails leave. Left out: they do not, and are kept. */
  mail?: Partial<Pick<MailKit, 'from' | 'smtp' | 'timeouts' | 'support' | 'incoming'>>;
  /** Other bounds than usual for what is remembered, in bytes. */
  caches?: Partial<CacheLimits>;
  /** Other bounds than usual for what clients take of the HTTP server. */
  clients?: Partial<ClientLimits>;
  /** Other bounds than usual for the live hub. */
  live?: Partial<LiveLimits>;
  /** The payment gateway. Left out: a made-up one in the demo, else none. */
  payments?: PaymentOptions;
  /** What maps are drawn on besides the active setting. */
  maps?: MapOptions;
  /** How messages of webhooks leave. Left out: to the open internet. */
  webhooks?: OutgoingOptions;
  /** How notifications leave for the push services of browsers. Left out: to the open internet. */
  push?: OutgoingOptions;
  /** Where devices are listened to. Left out: nowhere. */
  tracking?: TrackingSettings;
}
