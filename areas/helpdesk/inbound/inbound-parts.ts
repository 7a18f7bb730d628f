import type { Mail } from '#areas/mail/mail.server.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Desk } from '../tickets/desk-parts.ts';

/** What mails that come in are worked on with. */
export interface Inbound {
  kit: CatalogueKit;
  mail: Mail;
  desk: Desk;
}
