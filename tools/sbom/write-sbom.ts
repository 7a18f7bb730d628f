import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Lock, sbomOf } from './sbom.ts';

// `npm run sbom`: writes sbom.cdx.json, or the file that is named.
const root = join(import.meta.dirname, '../..');
const file = process.argv[2] ?? join(root, 'sbom.cdx.json');
const bill = sbomOf(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock);
writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
console.log(`${file}: ${(bill['components'] as unknown[]).length} packages`);
