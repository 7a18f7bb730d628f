import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { webSources } from '../../build-web.ts';
import { copiedPaths, isIgnored, readDockerfile } from './dockerfile.ts';
import { productionEntries, runtimeFiles } from '../runtime-packages.ts';
import { sourceFiles } from '../source-files.ts';

interface Service {
  image?: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
}

const composeFiles = ['compose.yml', 'compose.postgresql.yml'];

/** Names on the left of `=`, also of lines that are only there to be uncommented. */
const namesIn = (text: string) => [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map((match) => match[1] ?? '');

/** Settings that the README's table explains; GATEWAY_…_PORT stands for one of each protocol. */
function explained(readme: string): (name: string) => boolean {
  const rows = [...readme.matchAll(/^\| (`[A-Z_…]+`(?:, `[A-Z_…]+`)*) +\|/gm)].map((match) => match[1] ?? '');
  const names = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? ''));
  const patterns = names.map((name) => new RegExp(`^${name.replace('…', '[A-Z0-9]+')}$`));
  return (name) => patterns.some((pattern) => pattern.test(name));
}

/**
 * Whether Dockerfile, compose files and systemd unit still fit the product.
 * @param root folder of the project.
 * @param ports where the product listens unless it is told otherwise: of the web app, then of each tracker protocol.
 * @returns a line for each thing that is no longer true.
 */
export function checkDeployment(root: string, ports: readonly number[]): string[] {
  const problems: string[] = [];
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const own = JSON.parse(read('package.json')) as {
    version: string;
    scripts: Record<string, string>;
    dependencies: Record<string, string>;
  };
  const [node = '', serve = ''] = [own.dependencies['node'], own.scripts['serve']];
  const isSetting = explained(read('README.md'));
  const settings = (path: string, names: readonly string[]) => {
    for (const name of names)
      if (!isSetting(name)) problems.push(`${path} sets ${name}, which the README's settings do not have`);
  };

  const instructions = readDockerfile(read('Dockerfile'));
  const valuesOf = (name: string) => instructions.filter((one) => one.name === name).map((one) => one.rest);
  problems.push(...checkContents(root, instructions));
  for (const image of valuesOf('FROM'))
    if (!image.startsWith(`node:${node}-`))
      problems.push(`Dockerfile: FROM ${image} is another Node than ${node} in package.json`);
  if (read('.nvmrc').trim() !== node) problems.push(`.nvmrc is another Node than ${node} in package.json`);
  const variables = valuesOf('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=')));
  const dataDir = variables.find(([name]) => name === 'DATA_DIR')?.[1];
  settings(
    'Dockerfile',
    variables.map(([name = '']) => name),
  );
  if (valuesOf('VOLUME').join() !== dataDir) problems.push(`Dockerfile: VOLUME is not DATA_DIR, ${dataDir}`);
  if (!valuesOf('USER').some((user) => user !== 'root')) problems.push('Dockerfile: runs as root');
  const command = (JSON.parse(valuesOf('CMD')[0] ?? '[]') as string[]).join(' ');
  if (command !== serve) problems.push(`Dockerfile: CMD is '${command}', npm run serve '${serve}'`);
  const exposed = valuesOf('EXPOSE').flatMap((rest) => rest.split(' '));
  const numbers = [...new Set(exposed.map((port) => Number.parseInt(port, 10)))];
  if (numbers.toSorted().join() !== [...ports].toSorted().join())
    problems.push(`Dockerfile: EXPOSE has ${numbers.join(', ')}, the product listens at ${ports.join(', ')}`);

  for (const path of composeFiles) problems.push(...checkCompose(root, path, { dataDir, ports, version: own.version }));
  const services = composeFiles.map((path) => (parse(read(path)) as { services: Record<string, Service> }).services);
  for (const { roadkeeper } of services) settings('compose files', Object.keys(roadkeeper?.environment ?? {}));
  const named = /^COMPOSE_FILE=(.*)$/m.exec(read('deploy/compose.env.example'))?.[1] ?? '';
  if (named !== composeFiles.join(':')) problems.push(`deploy/compose.env.example: COMPOSE_FILE is '${named}'`);
  settings('deploy/roadkeeper.env.example', namesIn(read('deploy/roadkeeper.env.example')));

  const unit = read('deploy/roadkeeper.service');
  settings(
    'deploy/roadkeeper.service',
    [...unit.matchAll(/^Environment=(\w+)=/gm)].map((match) => match[1] ?? ''),
  );
  const folder = /^WorkingDirectory=(.*)$/m.exec(unit)?.[1];
  const start = `ExecStart=${folder}/node_modules/.bin/${serve}`;
  if (!unit.split('\n').includes(start)) problems.push(`deploy/roadkeeper.service: no line '${start}'`);
  return problems;
}

/** The image holds every file that the server loads, and all that the web app was built from. */
function checkContents(root: string, instructions: ReturnType<typeof readDockerfile>): string[] {
  const problems: string[] = [];
  const dockerignore = readFileSync(join(root, '.dockerignore'), 'utf8');
  const copied: string[] = [];
  for (const instruction of instructions) {
    for (const path of copiedPaths(instruction)?.from ?? []) {
      if (path === '.') continue;
      if (!existsSync(join(root, path)))
        problems.push(`Dockerfile:${instruction.line} copies ${path}, which is not there`);
      else if (isIgnored(dockerignore, path))
        problems.push(`Dockerfile:${instruction.line} copies ${path}, which .dockerignore keeps out`);
      if (instruction.stage === 'final') copied.push(path);
    }
  }
  const isInside = (path: string) =>
    !isIgnored(dockerignore, path) && copied.some((one) => path === one || path.startsWith(`${one}/`));
  for (const path of runtimeFiles(root, productionEntries).keys())
    if (!isInside(path)) problems.push(`the image lacks ${path}, which the server loads`);
  for (const path of webSources)
    if (!isInside(path)) problems.push(`the image lacks ${path}, which the web app was built from`);
  for (const path of sourceFiles(root))
    if (/^tsconfig[^/]*\.json$/.test(path) && isIgnored(dockerignore, path))
      problems.push(`.dockerignore keeps out ${path}, which the build reads`);
  return problems;
}

/** One compose file: ports, volumes, files beside it, and the secrets that it asks for. */
function checkCompose(
  root: string,
  path: string,
  expected: { dataDir: string | undefined; ports: readonly number[]; version: string },
): string[] {
  const problems: string[] = [];
  const text = readFileSync(join(root, path), 'utf8');
  const { services, volumes } = parse(text) as { services: Record<string, Service>; volumes?: Record<string, null> };
  const example = readFileSync(join(root, 'deploy/compose.env.example'), 'utf8');
  for (const [, name = ''] of text.matchAll(/\$\{(\w+)/g))
    if (!namesIn(example).includes(name))
      problems.push(`${path} needs ${name}, which deploy/compose.env.example lacks`);
  for (const [name, { image, build, ports = [], volumes: mounts = [], env_file }] of Object.entries(services)) {
    if (build && image !== `roadkeeper:${expected.version}`)
      problems.push(`${path}: image ${image} is another version than ${expected.version} in package.json`);
    if (image && !/:\d+\.\d+/.test(image)) problems.push(`${path}: image ${image} names no version`);
    if (env_file && !existsSync(join(root, `deploy/${env_file}.example`)))
      problems.push(`${path}: deploy/${env_file}.example is missing`);
    for (const port of ports)
      if (!expected.ports.includes(Number(port.split(':').at(-1))))
        problems.push(`${path}: ${name} is reached at ${port}, where it does not listen`);
    for (const mount of mounts) {
      const [source = '', target] = mount.split(':');
      if (source.startsWith('./') ? !existsSync(join(root, source)) : !volumes || !(source in volumes))
        problems.push(`${path}: ${source} of ${name} is not there`);
      if (name === 'roadkeeper' && target !== expected.dataDir)
        problems.push(`${path}: the volume of ${name} is at ${target}, its data at ${expected.dataDir}`);
    }
  }
  return problems;
}
