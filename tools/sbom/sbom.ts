import { createHash } from 'node:crypto';

/** A package as package-lock.json has it. */
interface Locked {
  name?: string;
  version?: string;
  license?: string;
  /** 'sha512-…', base64. */
  integrity?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  description?: string;
}
export interface Lock {
  packages: Readonly<Record<string, Locked>>;
}

/** Where a package is found that another asks for: beside it, or further up. */
function placeOf({ packages }: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const place = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[place]) return place;
    if (at === '') return undefined;
  }
}

/** The packages that run in production, by their place in the lock file, with the places of what each asks for. */
function reached(lock: Lock) {
  const found = new Map<string, { asks: string[]; isOptional: boolean }>();
  const visit = (place: string, isOptional: boolean): void => {
    const before = found.get(place);
    // What is needed by one is needed, however many could do without.
    if (before && (!before.isOptional || isOptional)) return;
    const { dependencies, optionalDependencies, peerDependencies } = lock.packages[place] as Locked;
    const asks: string[] = [];
    found.set(place, { asks, isOptional });
    for (const name of Object.keys({ ...peerDependencies, ...dependencies, ...optionalDependencies })) {
      const at = placeOf(lock, place, name);
      // Packages that nobody has to have may be missing.
      if (at === undefined) continue;
      asks.push(at);
      visit(at, isOptional || optionalDependencies?.[name] !== undefined);
    }
  };
  visit('', false);
  return found;
}

/** Of packages that say it in a file only. */
const inTheirFile: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

function licensesOf(license: string | undefined) {
  if (!license) return {};
  if (/ (AND|OR|WITH) /.test(license)) return { licenses: [{ expression: license.replace(/^\((.*)\)$/, '$1') }] };
  return { licenses: [{ license: /^[\w.+-]+$/.test(license) ? { id: license } : { name: license } }] };
}

const hashesOf = (integrity = '') =>
  integrity.startsWith('sha512-')
    ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
    : {};

/**
 * A bill of materials of what runs in production, as CycloneDX 1.5. Made of the lock file alone, so that it is the same text
 * wherever it is made: `npm sbom --omit dev` leaves out what a development package asks for as well, and says when it was made.
 */
export function sbomOf(lock: Lock): Record<string, unknown> {
  const root = lock.packages[''] as Locked;
  const found = reached(lock);
  const nameOf = (place: string) =>
    place === ''
      ? (root.name ?? '')
      : (lock.packages[place]?.name ?? place.slice(place.lastIndexOf('node_modules/') + 13));
  const refOf = (place: string) => `pkg:npm/${nameOf(place).replace(/^@/, '%40')}@${lock.packages[place]?.version}`;
  const described = (place: string, isOptional: boolean) => {
    const { version, license, integrity } = lock.packages[place] as Locked;
    return {
      type: place === '' ? 'application' : 'library',
      'bom-ref': refOf(place),
      name: nameOf(place),
      version,
      ...(place === '' ? {} : { scope: isOptional ? 'optional' : 'required' }),
      ...hashesOf(integrity),
      ...licensesOf(license ?? inTheirFile[nameOf(place)]),
      purl: refOf(place),
    };
  };
  const components = new Map<string, ReturnType<typeof described>>();
  const asks = new Map<string, Set<string>>();
  for (const [place, { asks: wanted, isOptional }] of found) {
    const ref = refOf(place);
    if (place !== '' && (!components.has(ref) || !isOptional)) components.set(ref, described(place, isOptional));
    asks.set(ref, new Set([...(asks.get(ref) ?? []), ...wanted.map(refOf)]));
  }
  const sorted = <Value>(map: ReadonlyMap<string, Value>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const content = {
    metadata: { component: described('', false) },
    components: sorted(components).map(([, component]) => component),
    dependencies: sorted(asks).map(([ref, refs]) => ({ ref, dependsOn: [...refs].sort() })),
  };
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // A name of its content, in the form of a UUID of version 8.
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => digest.slice(from, to));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${a}-${b}-8${c}-8${d}-${e}`,
    version: 1,
    ...content,
  };
}
