import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { usualPorts } from '#areas/gateway/gateway.server.ts';
import { checkDeployment } from './deployment.ts';
import { isIgnored, readDockerfile } from './dockerfile.ts';
import { plantTree } from '../planted-tree.ts';
import { productionEntries } from '../runtime-packages.ts';

const root = join(import.meta.dirname, '../../..');
const ports = [3000, ...Object.values(usualPorts)];
const { version, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

// Reads every file that the server loads.
test('Dockerfile, compose files and systemd unit fit the product', { timeout: 60_000 }, () => {
  expect(checkDeployment(root, ports)).toEqual([]);
});

const own = [
  '.dockerignore',
  '.npmrc',
  '.nvmrc',
  'Dockerfile',
  'README.md',
  'compose.postgresql.yml',
  'compose.yml',
  'deploy/compose.env.example',
  'deploy/postgresql/create-roles.sh',
  'deploy/roadkeeper.env.example',
  'deploy/roadkeeper.service',
  'package-lock.json',
  'package.json',
  'postcss.config.cjs',
  'vite.config.ts',
];
const folders = ['areas/a.ts', 'db/a.ts', 'kit/a.ts', 'telematics/a.ts'];
const clean = {
  ...Object.fromEntries(own.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
  ...Object.fromEntries([...productionEntries, ...folders].map((path) => [path, ''])),
};

/** What is said of our files with one of them changed. */
function changed(path: keyof typeof clean, from: string | RegExp, to: string): string[] {
  const text = (clean[path] ?? '').replace(from, to);
  expect(text).not.toBe(clean[path]);
  using tree = plantTree({ ...clean, [path]: text });
  return checkDeployment(tree.root, ports);
}

test('the planted copy of them passes', () => {
  using tree = plantTree(clean);
  expect(checkDeployment(tree.root, ports)).toEqual([]);
});

test('a file that the server loads has to be in the image', () => {
  expect(changed('Dockerfile', 'COPY kit kit\n', '')).toEqual([
    'the image lacks kit/web, which the web app was built from',
    'the image lacks kit/contract, which the web app was built from',
    'the image lacks kit/server/places/towns.txt, which the web app was built from',
  ]);
  expect(changed('.dockerignore', '!db\n', '')).toEqual([
    expect.stringMatching(/^Dockerfile:\d+ copies db, which \.dockerignore keeps out$/),
  ]);
  using tree = plantTree({
    ...clean,
    'apps/server/main.ts': `import '#areas/roads/testing/rows.ts';\n`,
    'areas/roads/testing/rows.ts': '',
    'tsconfig.server.json': '{}',
    '.dockerignore': clean['.dockerignore']?.replace('!tsconfig*.json\n', '') ?? '',
  });
  expect(checkDeployment(tree.root, ports)).toEqual([
    'the image lacks areas/roads/testing/rows.ts, which the server loads',
    '.dockerignore keeps out tsconfig.server.json, which the build reads',
  ]);
});

test('what is copied has to be there', () => {
  expect(changed('Dockerfile', 'COPY db db', 'COPY db database db')).toEqual([
    expect.stringMatching(/^Dockerfile:\d+ copies database, which is not there$/),
  ]);
});

test('Node is one version everywhere', () => {
  const { node = '' } = dependencies;
  expect(changed('Dockerfile', `node:${node}-bookworm-slim AS build`, 'node:24-slim AS build')).toEqual([
    `Dockerfile: FROM node:24-slim AS build is another Node than ${node} in package.json`,
  ]);
  expect(changed('.nvmrc', node, '22')).toEqual([`.nvmrc is another Node than ${node} in package.json`]);
});

test('the image runs what npm run serve runs, as nobody special, with its data in the volume', () => {
  expect(changed('Dockerfile', '"apps/server/main.ts"', '"apps/server/main.ts", "--demo"')).toEqual([
    "Dockerfile: CMD is 'node apps/server/main.ts --demo', npm run serve 'node apps/server/main.ts'",
  ]);
  expect(changed('Dockerfile', 'USER node', 'USER root')).toEqual(['Dockerfile: runs as root']);
  expect(changed('Dockerfile', 'VOLUME /data', 'VOLUME /var')).toEqual(['Dockerfile: VOLUME is not DATA_DIR, /data']);
  expect(changed('deploy/roadkeeper.service', 'apps/server/main.ts', 'apps/main.ts')).toEqual([
    "deploy/roadkeeper.service: no line 'ExecStart=/opt/roadkeeper/node_modules/.bin/node apps/server/main.ts'",
  ]);
});

test('ports are those where the product listens', () => {
  expect(changed('Dockerfile', ' 5023 ', ' ')).toEqual([
    expect.stringMatching(/^Dockerfile: EXPOSE has 3000, [0-9, ]+, the product listens at 3000, [0-9, ]+$/),
  ]);
  expect(changed('compose.yml', '127.0.0.1:3000:3000', '127.0.0.1:3000:8080')).toEqual([
    'compose.yml: roadkeeper is reached at 127.0.0.1:3000:8080, where it does not listen',
  ]);
});

test('every setting is one that the README explains', () => {
  expect(changed('Dockerfile', 'ENV HOST=0.0.0.0', 'ENV LISTEN=0.0.0.0')).toEqual([
    "Dockerfile sets LISTEN, which the README's settings do not have",
  ]);
  expect(changed('compose.postgresql.yml', 'DATABASE_URL:', 'DB_URL:')).toEqual([
    "compose files sets DB_URL, which the README's settings do not have",
  ]);
  expect(changed('deploy/roadkeeper.env.example', '#SMTP_URL', '#MAIL_URL')).toEqual([
    "deploy/roadkeeper.env.example sets MAIL_URL, which the README's settings do not have",
  ]);
  expect(changed('deploy/roadkeeper.service', '=DATA_DIR=', '=DATA=')).toEqual([
    "deploy/roadkeeper.service sets DATA, which the README's settings do not have",
  ]);
  expect(changed('README.md', /\| `TRUSTED_PROXIES` .*\n/, '')).toEqual([
    "deploy/roadkeeper.env.example sets TRUSTED_PROXIES, which the README's settings do not have",
  ]);
});

test('compose files name versions, files and secrets that are there', () => {
  expect(changed('compose.yml', `roadkeeper:${version}`, 'roadkeeper:latest')).toEqual([
    `compose.yml: image roadkeeper:latest is another version than ${version} in package.json`,
    'compose.yml: image roadkeeper:latest names no version',
  ]);
  expect(changed('compose.yml', 'data:/data', 'data:/var/data')).toEqual([
    'compose.yml: the volume of roadkeeper is at /var/data, its data at /data',
  ]);
  expect(changed('compose.postgresql.yml', 'create-roles.sh:', 'roles.sh:')).toEqual([
    'compose.postgresql.yml: ./deploy/postgresql/roles.sh of database is not there',
  ]);
  expect(changed('deploy/compose.env.example', 'POSTGRES_PASSWORD=', '')).toEqual([
    'compose.postgresql.yml needs POSTGRES_PASSWORD, which deploy/compose.env.example lacks',
  ]);
  expect(changed('deploy/compose.env.example', 'compose.postgresql.yml', 'compose.pg.yml')).toEqual([
    "deploy/compose.env.example: COMPOSE_FILE is 'compose.yml:compose.pg.yml'",
  ]);
});

test('a Dockerfile is read with its stages and continued lines', () => {
  const text = '# note\nFROM node:24.1.0-slim AS build\nRUN a \\\n && b\n\nFROM node:24.1.0-slim\nCMD ["x"]\n';
  expect(readDockerfile(text)).toEqual([
    { line: 2, stage: 'build', name: 'FROM', rest: 'node:24.1.0-slim AS build' },
    { line: 3, stage: 'build', name: 'RUN', rest: 'a && b' },
    { line: 6, stage: 'final', name: 'FROM', rest: 'node:24.1.0-slim' },
    { line: 7, stage: 'final', name: 'CMD', rest: '["x"]' },
  ]);
});

test('the last pattern of .dockerignore that matches a path or a folder above it decides', () => {
  const list = '# all\n*\n!kit\n!tsconfig*.json\n**/*.test.ts\n**/testing\n';
  const kept = ['kit/server/a.ts', 'kit', 'tsconfig.web.json'];
  const out = ['.data/keys/a', 'README.md', 'kit/a.test.ts', 'kit/server/b.test.ts', 'kit/server/testing/c.ts'];
  expect(kept.filter((path) => isIgnored(list, path))).toEqual([]);
  expect(out.filter((path) => !isIgnored(list, path))).toEqual([]);
});
