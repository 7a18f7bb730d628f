import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { report, sourceFiles } from './source-files.ts';

/**
 * Reads of a row's or a write's field by a name in brackets: `row['state']`, `values?.['orgId']`, `change.before['level']`. They
 * compile whatever the name is. `RowOf<typeof vehicle>`, `ValuesOf` and `RowPolicy` know the fields, so that a dot does.
 */
const read = /\b(?:row|values|before|change|draft)(?:\?\.)?\['[A-Za-z]\w*'\]/g;
const looked = /^areas\/[^/]+\/.*\.tsx?$/;
const test = /\.test\.tsx?$|\/testing\//;

/** Rules that get the values of a catalogue without its type. */
const untyped: ReadonlySet<string> = new Set([
  'areas/documents/documents/document-type.rules.ts',
  'areas/people/organisations/app-user.rules.ts',
  'areas/roads/types/speed-configuration.rules.ts',
  'areas/safety/sos.rules.ts',
  'areas/vehicles/catalogue/specification.rules.ts',
]);

/** Every such read in areas below `root`, one message each. */
export function checkFieldReads(root: string): string[] {
  return sourceFiles(root)
    .filter((path) => looked.test(path) && !test.test(path) && !untyped.has(path))
    .flatMap((path) =>
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          [...line.matchAll(read)].map(
            ([found]) => `${path}:${index + 1} reads ${found}: type the row with RowOf and read it with a dot`,
          ),
        ),
    );
}

if (import.meta.main) report(checkFieldReads(process.cwd()));
