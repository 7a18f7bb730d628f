import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { type MapOptions, originOf } from '#areas/maps/maps.server.ts';

/**
 * Reads BASEMAP_PMTILES: a file, or an https address.
 * @throws Error with one line that names the variable.
 */
export function readMaps(value: (name: string) => string | undefined): MapOptions {
  const given = value('BASEMAP_PMTILES');
  if (given === undefined) return {};
  if (/^[a-z]+:\/\//i.test(given)) {
    if (!originOf(given) || given.includes('{'))
      throw new Error(
        `BASEMAP_PMTILES must be a file or an address like https://tiles.example.in/india.pmtiles, not '${given}'`,
      );
    return { pmtiles: { url: new URL(given) } };
  }
  const file = resolve(given);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new Error(`BASEMAP_PMTILES names a file that cannot be read: '${given}'`);
  }
  return { pmtiles: { file } };
}
