import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type ApiDocument, clientOf } from './generate.ts';

// npm run client -- --from http://localhost:3000 --to roadkeeper-client.ts
const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'http://localhost:3000' },
    to: { type: 'string', default: 'roadkeeper-client.ts' },
  },
});
const answer = await fetch(new URL('/api/v1/openapi.json', values.from));
if (!answer.ok) throw new Error(`${values.from} answered ${answer.status}`);
const wrapper = await readFile(new URL('./wrapper.ts', import.meta.url), 'utf8');
await writeFile(values.to, clientOf((await answer.json()) as ApiDocument, wrapper));
process.stdout.write(`${values.to}\n`);
