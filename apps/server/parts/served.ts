import type { WithIdentity } from '#areas/identity/identity-parts.ts';
import type { WithWebhooks } from '#areas/integrations/integrations.server.ts';
import type { WithMaps } from '#areas/maps/maps.server.ts';
import type { WithMail } from '#areas/mail/mail.server.ts';
import type { WithPush } from '#areas/notifications/notifications.server.ts';
import type { WithMoves } from '#areas/trips/trips.server.ts';
import type { WithPayments } from '#areas/wallet/wallet.server.ts';
import type { AreaServer, ProductParts } from '#kit/server/area.ts';
import type { WithExports } from './catalogue-calls.ts';

/** What the product provides to areas besides the kit. */
export type Provided = WithMail &
  WithIdentity &
  WithMaps &
  WithMoves &
  WithPayments &
  WithExports &
  WithPush &
  WithWebhooks;

/** An area as this product runs it: it may need everything that the product provides. */
export type ServedArea = AreaServer<Provided>;
/** All that areas are given. */
export type Served = ProductParts & Provided;
