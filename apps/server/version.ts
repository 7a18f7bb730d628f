import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of this program, as its changelog counts. */
export const version: string = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
).version;
