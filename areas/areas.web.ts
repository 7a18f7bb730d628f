import type { AreaWeb } from '#kit/web/area.ts';
import { web as offices } from './offices/offices.web.ts';
import { web as vehicles } from './vehicles/vehicles.web.ts';
import { web as duty } from './duty/duty.web.ts';
import { web as documents } from './documents/documents.web.ts';
import { web as devices } from './devices/devices.web.ts';
import { web as roads } from './roads/roads.web.ts';
import { web as maps } from './maps/maps.web.ts';
import { web as calendar } from './calendar/calendar.web.ts';
import { web as challans } from './challans/challans.web.ts';
import { web as safety } from './safety/safety.web.ts';
import { web as geofences } from './geofences/geofences.web.ts';
import { web as helpdesk } from './helpdesk/helpdesk.web.ts';
import { web as people } from './people/people.web.ts';
import { web as alarms } from './alarms/alarms.web.ts';
import { web as incidents } from './incidents/incidents.web.ts';
import { web as integrations } from './integrations/integrations.web.ts';
import { web as ledger } from './ledger/ledger.web.ts';
import { web as identity } from './identity/identity.web.ts';
import { web as rights } from './rights/rights.web.ts';
import { web as audit } from './audit/audit.web.ts';
import { web as mail } from './mail/mail.web.ts';
import { web as records } from './records/records.web.ts';
import { web as compliance } from './compliance/compliance.web.ts';
import { web as offers } from './offers/offers.web.ts';
import { web as policies } from './policies/policies.web.ts';
import { web as gateway } from './gateway/gateway.web.ts';
import { web as trips } from './trips/trips.web.ts';
import { web as speeding } from './speeding/speeding.web.ts';
import { web as livemap } from './livemap/livemap.web.ts';
import { web as reports } from './reports/reports.web.ts';
import { web as wallet } from './wallet/wallet.web.ts';
import { web as sharelinks } from './sharelinks/sharelinks.web.ts';
import { web as sharing } from './sharing/sharing.web.ts';
import { web as notifications } from './notifications/notifications.web.ts';
import { web as dashboard } from './dashboard/dashboard.web.ts';

/** What each area brings to the web app; in the order of areas.ts, which is that of their catalogues in menus and lists. */
export const webs: readonly AreaWeb[] = [
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
