import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { MatchFix } from '#telematics/matching/lattice.ts';
import type { Network } from '#telematics/matching/network.ts';
import { osmOfNetwork } from './osm-of-network.ts';

/** Another matcher that knows the same roads. */
export interface Peer {
  /** What it took to read the roads. */
  readonly buildMs: number;
  /** The lines on which it puts some fixes: latitude and longitude in turns, in 1e-7 degrees; none where it finds no way. */
  match(fixes: readonly MatchFix[], everyS: number): Promise<number[][]>;
  end(): Promise<void>;
}

interface Valhalla {
  Actor: new (configuration: string) => { traceAttributes(query: object): Promise<{ shape?: string }> };
  getConfig: (this: void, options: object) => Promise<object>;
}

const packageName = '@valhallajs/valhallajs';

/**
 * Valhalla (Meili), where it is installed: 280 MB of programs, so it is no dependency. VALHALLA names a folder whose node_modules
 * hold it. @returns null where it is not.
 */
export async function valhallaOf(network: Network): Promise<Peer | null> {
  const require = createRequire(join(process.env['VALHALLA'] ?? process.cwd(), 'package.json'));
  let home: string;
  try {
    home = dirname(require.resolve(packageName));
  } catch {
    return null;
  }
  const { Actor, getConfig } = require(packageName) as Valhalla;
  const folder = await mkdtemp(join(tmpdir(), 'rk-valhalla-'));
  const started = performance.now();
  const configuration = join(folder, 'valhalla.json');
  await writeFile(join(folder, 'roads.osm.pbf'), osmOfNetwork(network));
  const given = await getConfig({ tileDir: join(folder, 'tiles'), tileExtract: join(folder, 'tiles.tar') });
  await writeFile(configuration, JSON.stringify(given));
  const built = spawnSync(
    process.execPath,
    [join(home, 'bin/valhalla-cli.js'), 'build_tiles', '-c', configuration, join(folder, 'roads.osm.pbf')],
    // It leaves lists of what it found odd where it runs.
    { encoding: 'utf8', cwd: folder },
  );
  if (built.status !== 0) throw new Error(`Valhalla could not read the roads: ${built.stderr.slice(-600)}`);
  const actor = new Actor(JSON.stringify(given));
  return {
    buildMs: Math.round(performance.now() - started),
    match: (fixes, everyS) => matchedBy(actor, fixes, everyS),
    end: () => rm(folder, { recursive: true, force: true }),
  };
}

async function matchedBy(
  actor: InstanceType<Valhalla['Actor']>,
  fixes: readonly MatchFix[],
  everyS: number,
): Promise<number[][]> {
  const answer = await actor
    .traceAttributes({
      shape: fixes.map(({ lat, lon, time }) => ({ lat, lon, time: Math.round(time / 1000) })),
      costing: 'auto',
      shape_match: 'map_snap',
      use_timestamps: true,
      trace_options: {
        gps_accuracy: Math.max(4, fixes[0]?.sigmaM ?? 5),
        // Metres that may lie between two fixes before it gives up: 40 m/s.
        breakage_distance: Math.max(2_000, everyS * 40),
        interpolation_distance: 10,
      },
      filters: { attributes: ['shape'], action: 'include' },
    })
    .catch(() => null);
  return answer?.shape ? [decoded(answer.shape)] : [];
}

/** A line as it is packed for travelling: differences of millionths of a degree, five bits a character. */
function decoded(shape: string): number[] {
  const line: number[] = [];
  const before = [0, 0];
  let at = 0;
  while (at < shape.length) {
    let [value, shift, byte] = [0, 0, 0x20];
    while (byte >= 0x20) {
      byte = shape.charCodeAt(at) - 63;
      at += 1;
      value |= (byte & 0x1f) << shift;
      shift += 5;
    }
    const axis = line.length % 2;
    before[axis] = (before[axis] ?? 0) + (value & 1 ? ~(value >> 1) : value >> 1);
    line.push((before[axis] ?? 0) * 10);
  }
  return line;
}
