import { apartM, besidePath, curveThrough, type LonLat, partOf, pathLengthM } from '../curve.ts';
import { randomFrom } from '../random.ts';

// Quarters of the towns of the demo with their streets, the roads that join them, and the highways between the towns: made up, from
// memory of where places lie, like the ways that are driven.

export interface Quarter {
  name: string;
  at: LonLat;
  /** How far its streets reach from its middle, metres. */
  reachM: number;
}
export interface DemoTown {
  name: string;
  state: string;
  quarters: readonly Quarter[];
}
const town = (
  name: string,
  state: string,
  ...quarters: (readonly [name: string, lon: number, lat: number, reachM: number])[]
): DemoTown => ({
  name,
  state,
  quarters: quarters.map(([quarter, lon, lat, reachM]) => ({ name: quarter, at: [lon, lat], reachM: reachM * 1.2 })),
});

// biome-ignore format: a list of places
export const demoTowns: readonly DemoTown[] = [
  town('Pune', 'MH', ['Aundh', 73.807, 18.563, 1_000], ['Pashan', 73.797, 18.541, 900], ['Kothrud', 73.81, 18.506, 1_500], ['Deccan', 73.84, 18.517, 900],
    ['Kasba', 73.856, 18.519, 900], ['Camp', 73.879, 18.516, 1_000], ['Koregaon Park', 73.893, 18.537, 1_000], ['Yerawada', 73.884, 18.556, 1_000],
    ['Viman Nagar', 73.916, 18.567, 1_200], ['Kharadi', 73.943, 18.551, 1_200], ['Magarpatta', 73.927, 18.516, 900], ['Hadapsar', 73.939, 18.487, 1_100],
    ['Kondhwa', 73.889, 18.469, 1_300], ['Bibwewadi', 73.864, 18.474, 1_100], ['Katraj', 73.858, 18.451, 1_000], ['Sinhagad Road', 73.827, 18.477, 1_100],
    ['Warje', 73.8, 18.481, 1_000], ['Khadki', 73.846, 18.563, 1_000], ['Dapodi', 73.831, 18.583, 900], ['Pimple Saudagar', 73.798, 18.597, 1_200],
    ['Wakad', 73.765, 18.6, 900], ['Pimpri', 73.802, 18.626, 1_200], ['Chinchwad', 73.785, 18.645, 1_200], ['Bhosari', 73.845, 18.627, 1_200],
    ['Baner', 73.782, 18.571, 700], ['Undri', 73.915, 18.453, 1_000], ['Wagholi', 73.981, 18.578, 1_100]),
  town('Mumbai', 'MH', ['Bandra West', 72.831, 19.057, 700], ['Khar', 72.836, 19.071, 700], ['Juhu', 72.83, 19.106, 700], ['Andheri East', 72.868, 19.114, 1_100],
    ['Powai', 72.905, 19.119, 900], ['Kurla', 72.88, 19.071, 900], ['Chembur', 72.9, 19.06, 900], ['Ghatkopar', 72.909, 19.087, 900], ['Dadar', 72.844, 19.019, 700],
    ['Wadala', 72.866, 19.018, 700], ['Vashi', 73, 19.066, 800], ['Nerul', 73.018, 19.034, 900], ['Belapur', 73.04, 19.018, 700], ['Airoli', 72.998, 19.155, 900]),
  town('Thane', 'MH', ['Naupada', 72.972, 19.189, 900], ['Kolshet', 72.985, 19.222, 900], ['Bhiwandi', 73.055, 19.293, 1_000], ['Kalyan', 73.13, 19.238, 1_200],
    ['Dombivli', 73.09, 19.214, 1_100]),
  town('Nashik', 'MH', ['Panchavati', 73.796, 20.012, 1_100], ['Gangapur Road', 73.757, 20.013, 900], ['CIDCO', 73.767, 19.973, 1_000], ['Indira Nagar', 73.789, 19.966, 800],
    ['Deolali', 73.829, 19.932, 900], ['Adgaon', 73.846, 20.002, 900]),
  town('Bengaluru', 'KA', ['Indiranagar', 77.641, 12.972, 1_100], ['Koramangala', 77.622, 12.936, 900], ['Jayanagar', 77.583, 12.928, 1_200], ['Malleshwaram', 77.57, 13.004, 800],
    ['Rajajinagar', 77.552, 12.99, 1_000], ['Yelahanka', 77.596, 13.1, 1_100], ['HSR Layout', 77.645, 12.907, 900], ['Marathahalli', 77.699, 12.967, 700],
    ['JP Nagar', 77.585, 12.902, 1_000], ['Hebbal', 77.606, 13.044, 800]),
  town('Hyderabad', 'TS', ['Banjara Hills', 78.434, 17.415, 900], ['Ameerpet', 78.448, 17.452, 700], ['Kukatpally', 78.399, 17.488, 1_100], ['Charminar', 78.474, 17.362, 1_100],
    ['Mehdipatnam', 78.44, 17.394, 900], ['Uppal', 78.559, 17.402, 1_100], ['Gachibowli', 78.352, 17.44, 800], ['Dilsukhnagar', 78.527, 17.369, 1_000]),
  town('Delhi', 'DL', ['Karol Bagh', 77.19, 28.651, 900], ['Saket', 77.213, 28.524, 1_000], ['Dwarka', 77.046, 28.583, 1_500], ['Lajpat Nagar', 77.243, 28.57, 900],
    ['Rohini', 77.114, 28.736, 900], ['Pitampura', 77.133, 28.696, 800], ['Laxmi Nagar', 77.277, 28.63, 900]),
  town('Ahmedabad', 'GJ', ['Navrangpura', 72.556, 23.036, 700], ['Satellite', 72.517, 23.03, 900], ['Naroda', 72.655, 23.07, 1_200], ['Vastral', 72.663, 23.0, 1_200],
    ['Bopal', 72.469, 23.03, 900], ['Chandkheda', 72.588, 23.109, 900]),
  town('Chennai', 'TN', ['Anna Nagar', 80.209, 13.085, 1_200], ['T Nagar', 80.233, 13.042, 700], ['Adyar', 80.256, 13.004, 800], ['Velachery', 80.22, 12.978, 900],
    ['Ambattur', 80.155, 13.11, 1_200]),
  town('Kolkata', 'WB', ['Salt Lake', 88.413, 22.592, 1_200], ['Ballygunge', 88.365, 22.527, 900], ['Behala', 88.318, 22.499, 1_100], ['New Town', 88.46, 22.589, 1_300]),
  town('Jaipur', 'RJ', ['Malviya Nagar', 75.81, 26.853, 800], ['Vaishali Nagar', 75.743, 26.912, 1_100], ['Mansarovar', 75.765, 26.86, 1_200], ['Pink City', 75.828, 26.925, 700]),
];

const highway = (
  ref: string,
  state: string,
  ...path: (readonly [lon: number, lat: number])[]
): { ref: string; state: string; path: readonly LonLat[] } => ({ ref, state, path });

// biome-ignore format: a list of places
export const demoHighways = [
  highway('NH48', 'MH', [73.858, 18.44], [73.92, 18.29], [74.0, 18.15], [74.0, 17.69], [74.11, 17.42], [74.18, 17.28], [74.24, 16.85], [74.24, 16.7], [74.4, 16.4]),
  highway('NH48', 'KA', [74.4, 16.4], [74.5, 15.86], [75.0, 15.46], [75.12, 15.36], [75.4, 14.79], [75.92, 14.46], [76.4, 14.22], [76.9, 13.74], [77.1, 13.34], [77.5, 13.04]),
  highway('NH48', 'GJ', [72.99, 19.24], [72.83, 19.42], [72.9, 19.99], [72.93, 20.37], [72.93, 20.95], [72.86, 21.2], [73.0, 21.7], [73.19, 22.31], [72.86, 22.69], [72.67, 22.96]),
  highway('NH60', 'MH', [73.845, 18.645], [73.86, 18.765], [73.87, 19.0], [73.98, 19.4], [74.2, 19.57], [73.97, 19.85], [73.85, 19.93]),
  highway('NH160', 'MH', [73.06, 19.25], [73.3, 19.45], [73.56, 19.69], [73.73, 19.94]),
  highway('NH60', 'MH', [73.84, 20.02], [74.24, 20.3], [74.52, 20.55], [74.78, 20.9]),
  highway('NH65', 'MH', [73.95, 18.49], [74.1, 18.48], [74.4, 18.4], [75.0, 18.1], [75.42, 17.94], [75.9, 17.68]),
  highway('NH65', 'TS', [75.9, 17.68], [76.2, 17.75], [76.9, 17.66], [77.6, 17.65], [78.1, 17.6], [78.24, 17.545]),
  highway('NH753', 'MH', [73.99, 18.585], [74.2, 18.76], [74.6, 18.95], [74.74, 19.09], [75.0, 19.5], [75.34, 19.87]),
  highway('NH160', 'MH', [74.74, 19.09], [74.6, 18.7], [74.58, 18.46], [74.9, 18.0]),
  highway('NH66', 'MH', [73.03, 18.98], [73.2, 18.73], [73.3, 18.23], [73.4, 17.9], [73.52, 17.53], [73.4, 17.1], [73.6, 16.6], [73.75, 16.0]),
  highway('NH44', 'TS', [78.5, 17.49], [78.4, 17.9], [78.1, 18.67], [78.3, 19.1], [78.53, 19.67], [78.6, 20.4], [79.08, 21.14]),
  highway('NH44', 'AP', [78.42, 17.24], [78.0, 16.73], [78.04, 15.83], [77.7, 15.2], [77.6, 14.68], [77.55, 13.9], [77.72, 13.43], [77.61, 13.12]),
  highway('NH65', 'AP', [78.57, 17.36], [79.27, 17.05], [79.9, 17.0], [80.62, 16.52]),
  highway('NH48', 'TN', [77.68, 12.84], [77.83, 12.73], [78.22, 12.52], [79.13, 12.92], [79.7, 12.98], [80.1, 13.05]),
  highway('NH48', 'RJ', [77.03, 28.44], [76.6, 28.1], [76.2, 27.7], [75.9, 27.1], [75.84, 26.97]),
  highway('NH48', 'RJ', [75.77, 26.81], [75.2, 26.6], [74.64, 26.45], [74.0, 25.6], [73.69, 24.58], [73.1, 23.6], [72.66, 23.12]),
  highway('NH19', 'UP', [77.31, 28.49], [77.7, 27.49], [78.01, 27.18], [79.0, 26.78], [80.33, 26.45], [81.85, 25.44], [82.97, 25.32]),
  highway('NH16', 'AP', [80.62, 16.52], [81.1, 16.71], [81.8, 17.0], [82.25, 17.2], [83.2, 17.7], [83.9, 18.3], [84.8, 19.31], [85.82, 20.3], [86.9, 21.5], [87.3, 22.3], [88.2, 22.58]),
  highway('NH16', 'AP', [80.25, 13.16], [79.99, 14.44], [80.05, 15.5], [80.44, 16.31], [80.62, 16.52]),
] as const;

const block = { acrossM: 300, alongM: 230, jitterM: 9 };
/** Of the stretches between two crossings so many are not there: streets that end. */
const missing = 0.1;
const leastM = 260;

/** Something that stays clear of what is driven. */
type IsClear = (place: LonLat) => boolean;

const metresPerDegree = 111_195;
/** A place some metres to the east and north of another. */
const offset = ([lon, lat]: LonLat, eastM: number, northM: number): LonLat => [
  lon + eastM / (metresPerDegree * Math.cos((lat / 180) * Math.PI)),
  lat + northM / metresPerDegree,
];

/** The streets of a quarter: blocks turned by some angle, with an uneven edge, and streets that end on the way. */
export function streetsOf({ at, reachM }: Quarter, isClear: IsClear, seed: number): LonLat[][] {
  const random = randomFrom(seed);
  const angle = (random() - 0.5) * 1.2;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const lobes = [random(), random(), random()].map((share) => share * Math.PI * 2) as [number, number, number];
  const place = (x: number, y: number): LonLat => offset(at, x * cos - y * sin, x * sin + y * cos);
  /** How far the quarter reaches in a direction. */
  const reach = (x: number, y: number): number => {
    const towards = Math.atan2(y, x);
    return reachM * (0.85 + 0.12 * Math.sin(2 * towards + lobes[0]) + 0.1 * Math.sin(3 * towards + lobes[1]));
  };
  const columns = Math.ceil(reachM / block.acrossM);
  const rows = Math.ceil(reachM / block.alongM);
  const crossing = (column: number, row: number): LonLat | undefined => {
    const [x, y] = [column * block.acrossM, row * block.alongM];
    const shift = () => (random() - 0.5) * 2 * block.jitterM;
    if (Math.hypot(x, y) > reach(x, y)) return undefined;
    const here = place(x + shift(), y + shift());
    return isClear(here) ? here : undefined;
  };
  const numbers = (most: number) => Array.from({ length: 2 * most + 1 }, (_, index) => index - most);
  const grid = numbers(columns).map((column) => numbers(rows).map((row) => crossing(column, row)));
  const lines = [...grid, ...numbers(rows).map((_, row) => grid.map((column) => column[row]))];
  return lines
    .flatMap((line) => unbroken(line, () => random() < missing))
    .filter((path) => pathLengthM(path) >= leastM);
}

/** The parts of a line without the places that are not there, and broken in more places by chance. */
function unbroken(line: readonly (LonLat | undefined)[], isBroken: () => boolean): LonLat[][] {
  const parts: LonLat[][] = [[]];
  for (const place of line) {
    if (place) parts.at(-1)?.push(place);
    if (!place || isBroken()) parts.push(place ? [place] : []);
  }
  return parts.filter(({ length }) => length > 1);
}

const village = { everyM: 2_600, besideM: 950, reachM: 620, roadM: 2_300 };

/**
 * Villages beside a way through the country, on both sides of it, and the roads that lead to them across the way.
 * @param way a place about every sixty metres
 */
export function villagesAlong(way: readonly LonLat[], seed: number): { quarters: Quarter[]; roads: LonLat[][] } {
  const random = randomFrom(seed);
  const lengthM = pathLengthM(way);
  const crossings = Array.from({ length: Math.floor(lengthM / village.everyM) }, (_, index) => {
    const atM = (index + 0.3 + random() * 0.4) * village.everyM;
    const near = partOf(way, Math.max(0, atM - 300), Math.min(lengthM, atM + 300));
    const ends = [near[0], near.at(-1)] as [LonLat, LonLat];
    const middle: LonLat = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
    return (leftM: number, alongM = 0): LonLat => {
      const [aside] = besidePath(ends, leftM) as [LonLat];
      const share = alongM / 600;
      return [
        middle[0] + aside[0] - ends[0][0] + (ends[1][0] - ends[0][0]) * share,
        middle[1] + aside[1] - ends[0][1] + (ends[1][1] - ends[0][1]) * share,
      ];
    };
  });
  const bend = () => (random() - 0.5) * 700;
  return {
    quarters: crossings.map((beside, at) => ({
      name: `village ${at + 1}`,
      at: beside((at % 2 === 0 ? 1 : -1) * (village.besideM + random() * 500), bend() / 2),
      reachM: village.reachM * (0.7 + random() * 0.6),
    })),
    roads: crossings.map((beside) =>
      curveThrough(
        [
          beside(-village.roadM, bend()),
          beside(-village.roadM / 2, bend() / 2),
          beside(0),
          beside(village.roadM / 2, bend() / 2),
          beside(village.roadM, bend()),
        ],
        120,
      ),
    ),
  };
}

/** Roads that join the quarters of a town: two are joined where no third lies between them. */
export function joinsOf({ quarters }: DemoTown, seed: number): { name: string; path: LonLat[] }[] {
  const random = randomFrom(seed);
  return quarters.flatMap((from, at) =>
    quarters.slice(at + 1).flatMap((to) => {
      const lengthM = apartM(from.at, to.at);
      const middle: LonLat = [(from.at[0] + to.at[0]) / 2, (from.at[1] + to.at[1]) / 2];
      const isBetween = (other: Quarter) => other !== from && other !== to && apartM(other.at, middle) < lengthM / 2;
      if (lengthM > 9_000 || quarters.some(isBetween)) return [];
      const bendM = (random() - 0.5) * lengthM * 0.22;
      const [x, y] = [to.at[0] - from.at[0], to.at[1] - from.at[1]];
      const length = Math.hypot(x, y);
      const bent = offset(middle, (-y / length) * bendM, (x / length) * bendM);
      return [{ name: `${from.name} to ${to.name}`, path: curveThrough([from.at, bent, to.at], 150) }];
    }),
  );
}
