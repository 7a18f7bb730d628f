import type { AreaContract } from '#kit/contract/area.ts';
import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, longText, optional, text } from '#kit/contract/fields.ts';
import { device } from './registry/device.contract.ts';

/** Protocols that the gateway reads or will read. */
export const protocols = [
  { value: 'GT06', label: 'GT06 (Concox and compatible)' },
  { value: 'TELTONIKA', label: 'Teltonika codec 8 and 8E' },
  { value: 'AIS140', label: 'AIS-140' },
  { value: 'OSMAND', label: 'OsmAnd and Traccar Client' },
  { value: 'H02', label: 'H02' },
  { value: 'GPS103', label: 'GPS103' },
  { value: 'TK103', label: 'TK103' },
] as const;

export const deviceCategory = catalogue('device-category', {
  one: 'Device category',
  many: 'Device categories',
  icon: 'router',
  group: 'group-catalogues',
  about: 'Types of tracking devices: protocol and reported data.',
  unique: [['name'], ['code']],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, list: true, search: true }),
    code: text({
      label: 'Code',
      letters: 'upper',
      max: 40,
      pattern: /^[A-Z0-9_]{2,40}$/,
      patternHint: 'Use capital letters, digits and underscores, like AIS140_VLTD',
      code: true,
      list: true,
      search: true,
    }),
    protocol: optional(choice(protocols, { label: 'Protocol', list: true, filter: true })),
    capabilities: choice(
      [
        { value: 'POSITION', label: 'Position' },
        { value: 'IGNITION', label: 'Ignition' },
        { value: 'SOS', label: 'SOS button' },
        { value: 'TAMPER', label: 'Tamper alarm' },
        { value: 'POWER_CUT', label: 'Power cut alarm' },
        { value: 'OBD', label: 'Engine data' },
        { value: 'FUEL', label: 'Fuel level' },
        { value: 'TEMPERATURE', label: 'Temperature' },
        { value: 'VIDEO', label: 'Video' },
        { value: 'IMMOBILISER', label: 'Immobiliser' },
        { value: 'ENFORCEMENT', label: 'Certified for enforcement' },
      ],
      { label: 'Reported data', many: true, list: true, filter: true },
    ),
    intervalS: optional(
      integer({
        label: 'Reporting interval',
        unit: 's',
        min: 1,
        max: 86_400,
        list: true,
        inline: true,
        help: 'Usual interval while driving.',
      }),
    ),
    note: optional(longText({ label: 'Note', max: 1_000 })),
  },
});

export const contract: AreaContract = {
  name: 'devices',
  catalogues: [deviceCategory, device],
  pages: [
    {
      path: '/device-health',
      key: 'device-health',
      name: 'Device health',
      menu: { group: 'group-fleet', icon: 'heartbeat', order: 90, tabOf: 'device' },
      actions: ['view'],
      clients: ['view'],
      inClientMenu: true,
    },
  ],
};
