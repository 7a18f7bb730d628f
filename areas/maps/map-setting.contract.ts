import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, integer, optional, place, text, time } from '#kit/contract/fields.ts';

export const mapProviders = [
  { value: 'BUILT_IN', label: 'Built-in map' },
  { value: 'RASTER', label: 'Raster tiles' },
  { value: 'VECTOR', label: 'Vector style' },
  { value: 'MAPPLS', label: 'Mappls' },
] as const;
export type MapProvider = (typeof mapProviders)[number]['value'];

export const mapSetting = catalogue('map-setting', {
  one: 'Map setting',
  many: 'Map settings',
  icon: 'map-2',
  group: 'group-catalogues',
  about: 'Where maps come from. One setting is active; activating one deactivates the others.',
  unique: [['name']],
  furtherActions: ['approve'],
  fields: {
    name: text({ label: 'Name', spoken: 'names', min: 2, max: 80, list: true, search: true }),
    provider: choice(mapProviders, { label: 'Provider', list: true, filter: true }),
    tileUrl: optional(
      text({
        label: 'Tile or style address',
        max: 500,
        pattern: /^(?:https:\/\/|\/)[^\s\\]+$/,
        patternHint: 'Use an https address with a host name, or a path of this server like /tiles/{z}/{x}/{y}.png',
        help: 'Tiles: https://tiles.example.in/{z}/{x}/{y}.png. Style: the address of its JSON. {token} is replaced by the access token.',
      }),
    ),
    maxZoom: optional(integer({ label: 'Largest zoom of the tiles', min: 1, max: 22 })),
    attribution: optional(text({ label: 'Attribution', max: 200, help: 'Shown on every map, as the provider asks.' })),
    mappleAccessToken: optional(
      text({
        label: 'Access token',
        sealed: 4,
        max: 400,
        pattern: /^[\w.~+/=-]+$/,
        patternHint: 'Use the token as the provider shows it, without spaces',
        help: 'A static key. With client ID and secret the token is fetched and renewed instead.',
      }),
    ),
    clientId: optional(
      text({
        label: 'Client ID',
        max: 200,
        pattern: /^[\w.~+/=-]+$/,
        patternHint: 'Use the ID as the provider shows it, without spaces',
      }),
    ),
    clientSecret: optional(text({ label: 'Client secret', sealed: 0, max: 400 })),
    centre: optional(place({ label: 'First centre' })),
    zoom: optional(integer({ label: 'First zoom', min: 2, max: 19 })),
  },
  readOnly: {
    tokenExpiresAt: optional(time({ label: 'Token valid until', list: true })),
    tokenProblem: optional(text({ label: 'Token problem', search: false })),
  },
});

/** The active setting, as browsers get it: what a map needs and no more. */
export interface ActiveMap {
  id: string;
  name: string;
  provider: MapProvider;
  tileUrl: string | null;
  maxZoom: number | null;
  attribution: string | null;
  centre: { lat: number; lon: number } | null;
  zoom: number | null;
  mappleAccessToken: string | null;
}
