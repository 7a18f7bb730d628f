import { type AreaContract, cataloguesOf, pagesOf } from '#kit/contract/area.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { area as audit } from './audit/audit.server.ts';
import { area as calendar } from './calendar/calendar.server.ts';
import { area as challans } from './challans/challans.server.ts';
import { area as compliance } from './compliance/compliance.server.ts';
import { area as dashboard } from './dashboard/dashboard.server.ts';
import { area as devices } from './devices/devices.server.ts';
import { area as documents } from './documents/documents.server.ts';
import { area as gateway } from './gateway/gateway.server.ts';
import { area as geofences } from './geofences/geofences.server.ts';
import { area as helpdesk } from './helpdesk/helpdesk.server.ts';
import type { WithIdentity } from './identity/identity-parts.ts';
import { area as identity } from './identity/identity.server.ts';
import { area as alarms } from './alarms/alarms.server.ts';
import { area as incidents } from './incidents/incidents.server.ts';
import { area as integrations, type WithWebhooks } from './integrations/integrations.server.ts';
import { area as ledger } from './ledger/ledger.server.ts';
import { area as livemap } from './livemap/livemap.server.ts';
import { area as mail, type WithMail } from './mail/mail.server.ts';
import { area as maps, type WithMaps } from './maps/maps.server.ts';
import { area as notifications, type WithPush } from './notifications/notifications.server.ts';
import { area as offices } from './offices/offices.server.ts';
import { area as offers } from './offers/offers.server.ts';
import { area as people } from './people/people.server.ts';
import { area as policies } from './policies/policies.server.ts';
import { area as records } from './records/records.server.ts';
import { area as reports } from './reports/reports.server.ts';
import { area as rights } from './rights/rights.server.ts';
import { area as roads } from './roads/roads.server.ts';
import { area as safety } from './safety/safety.server.ts';
import { area as sharelinks } from './sharelinks/sharelinks.server.ts';
import { area as sharing } from './sharing/sharing.server.ts';
import { area as speeding } from './speeding/speeding.server.ts';
import { area as trips, type WithMoves } from './trips/trips.server.ts';
import { area as duty } from './duty/duty.server.ts';
import { area as vehicles } from './vehicles/vehicles.server.ts';
import { area as wallet, type WithPayments } from './wallet/wallet.server.ts';

/** An area that may need what mail, identity, maps and trips provide. */
export type ProductArea = AreaServer<
  WithMail & WithIdentity & WithMaps & WithMoves & WithPayments & WithPush & WithWebhooks
>;

/** Every area, in the order that their catalogues have in menus and lists, and their policies at a catalogue. */
export const areas: readonly ProductArea[] = [
  offices,
  vehicles,
  duty,
  documents,
  devices,
  roads,
  maps,
  challans,
  helpdesk,
  people,
  safety,
  ledger,
  identity,
  rights,
  audit,
  mail,
  records,
  compliance,
  offers,
  policies,
  gateway,
  trips,
  alarms,
  incidents,
  geofences,
  speeding,
  livemap,
  reports,
  wallet,
  sharelinks,
  sharing,
  integrations,
  notifications,
  calendar,
  dashboard,
];

const contracts: readonly AreaContract[] = areas.map(({ contract }) => contract);
/** Every catalogue of the product. */
export const catalogues = cataloguesOf(contracts);
/** Every hand-written page of the product. */
export const pages = pagesOf(contracts);
