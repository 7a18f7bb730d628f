export interface RoadTypeSeed {
  code: string;
  name: string;
  osmHighway: readonly string[];
  /** km/h for M1, M2 and M3, N, motorcycles, quadricycles, three-wheelers. Null: may not ply there. */
  limits: readonly [number, number, number, number, number | null, number | null];
  colour: string;
}

/**
 * The four kinds of S.O. 1522(E) of 6 April 2018 with its limits, and five of our own. Those take the row "other" at most;
 * near schools, on ghats and at toll plazas a lower figure is a proposal that States and road owners settle.
 */
export const roadTypes: readonly RoadTypeSeed[] = [
  {
    code: 'EXPRESSWAY',
    name: 'Expressway with access control',
    osmHighway: ['motorway', 'motorway_link'],
    limits: [120, 100, 80, 80, null, null],
    colour: '#0c615c',
  },
  {
    code: 'DIVIDED_4L',
    name: 'Divided road of four or more lanes',
    osmHighway: ['trunk', 'trunk_link'],
    limits: [100, 90, 80, 80, 60, 50],
    colour: '#2566ad',
  },
  {
    code: 'MUNICIPAL',
    name: 'Road within municipal limits',
    osmHighway: ['residential', 'living_street'],
    limits: [70, 60, 60, 60, 50, 50],
    colour: '#845200',
  },
  {
    code: 'OTHER',
    name: 'Other road',
    osmHighway: ['primary', 'primary_link', 'secondary', 'secondary_link', 'tertiary', 'tertiary_link', 'unclassified'],
    limits: [70, 60, 60, 60, 50, 50],
    colour: '#5d6a74',
  },
  {
    code: 'SERVICE',
    name: 'Service road',
    osmHighway: ['service'],
    limits: [50, 40, 40, 50, 40, 40],
    colour: '#7c8993',
  },
  { code: 'SCHOOL_ZONE', name: 'School zone', osmHighway: [], limits: [25, 25, 25, 25, 25, 25], colour: '#c5352b' },
  { code: 'GHAT', name: 'Ghat road', osmHighway: [], limits: [60, 40, 40, 40, 40, 40], colour: '#6b4fa0' },
  { code: 'TOLL_PLAZA', name: 'Toll plaza', osmHighway: [], limits: [30, 30, 30, 30, 30, 30], colour: '#b87300' },
  {
    code: 'FOUR_LANE_MUNICIPAL',
    name: 'Divided road within municipal limits',
    osmHighway: [],
    limits: [70, 60, 60, 60, 50, 50],
    colour: '#1d7f4a',
  },
];
/** The row of the notification that a type comes under. */
export const statutoryKindOf = (code: string): string =>
  code === 'FOUR_LANE_MUNICIPAL' ? 'MUNICIPAL' : statutoryRoadTypes.includes(code) ? code : 'OTHER';

/** Those whose limits are the notification's own. */
export const statutoryRoadTypes = ['EXPRESSWAY', 'DIVIDED_4L', 'MUNICIPAL', 'OTHER'];
