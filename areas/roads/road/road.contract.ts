import { catalogue } from '#kit/contract/catalogue.ts';
import { choice, decimal, flag, integer, optional, ref, text } from '#kit/contract/fields.ts';
import { states } from '#areas/offices/states.contract.ts';

/** Roads, each with its line on the map, which is kept beside the row: see `line.contract.ts`. */
export const road = catalogue('road', {
  one: 'Road',
  many: 'Roads',
  icon: 'road',
  group: 'group-fleet',
  menuOrder: 134,
  about: 'Roads with their line on the map. Speed limits come from their type and from their own rules.',
  searchHint: 'Name or number',
  offText:
    'No trip is matched to it. Trips of the past are judged again without it: violations found on it are withdrawn.',
  firstColumns: ['ref', 'roadTypeId', 'state', 'lengthM', 'source'],
  sections: [
    { title: 'Road', fields: ['name', 'ref', 'roadTypeId', 'state', 'district', 'rtoId'] },
    { title: 'Carriageway', fields: ['oneWay', 'isDivided', 'lanes', 'widthM', 'structure', 'layer', 'lengthM'] },
    { title: 'Origin', fields: ['source', 'externalKey', 'osmMaxKmh'] },
  ],
  fields: {
    name: text({ label: 'Name', min: 2, max: 120, list: true, search: true }),
    ref: optional(
      text({ label: 'Number', letters: 'upper', compact: true, max: 24, code: true, list: true, search: true }),
    ),
    roadTypeId: ref('road-type', { label: 'Road type', list: true, filter: true }),
    state: choice(states, { label: 'State', list: true, filter: true }),
    district: optional(text({ label: 'District', max: 60 })),
    rtoId: optional(ref('rto', { label: 'RTO' })),
    oneWay: optional(
      choice(
        [
          { value: 'BOTH', label: 'Both directions' },
          { value: 'FORWARD', label: 'Along the line only' },
          { value: 'BACKWARD', label: 'Against the line only' },
        ],
        { label: 'Traffic', filter: true, help: 'Leave empty for both directions.' },
      ),
    ),
    isDivided: flag({ label: 'Divider', words: ['Divided', 'Undivided'], filter: true }),
    lanes: optional(integer({ label: 'Lanes', min: 1, max: 16, help: 'Of both directions together.' })),
    widthM: optional(decimal({ label: 'Width', unit: 'm', min: 1, max: 200 })),
    structure: optional(
      choice(
        [
          { value: 'NONE', label: 'On the ground' },
          { value: 'BRIDGE', label: 'Bridge' },
          { value: 'TUNNEL', label: 'Tunnel' },
        ],
        { label: 'Structure', filter: true, help: 'Leave empty for a road on the ground.' },
      ),
    ),
    layer: optional(
      integer({
        label: 'Level',
        min: -5,
        max: 5,
        help: 'Above 0 passes over other roads, below 0 passes under them. Leave empty for 0.',
      }),
    ),
    osmMaxKmh: optional(
      integer({
        label: 'OpenStreetMap limit',
        unit: 'km/h',
        min: 5,
        max: 140,
        help: 'Used for information only, when no rule, road type or law has a limit.',
      }),
    ),
  },
  beside: { geometry: 'Line' },
  readOnly: {
    lengthM: optional(integer({ label: 'Length', unit: 'm', list: true })),
    source: choice(
      [
        { value: 'MANUAL', label: 'Drawn here' },
        { value: 'OSM', label: 'OpenStreetMap' },
        { value: 'MAPPLS', label: 'Mappls' },
      ],
      { label: 'Source', list: true, filter: true },
    ),
    externalKey: optional(text({ label: 'Source key', code: true })),
  },
});
