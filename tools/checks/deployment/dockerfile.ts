/** One instruction of a Dockerfile, of the stage that the last FROM before it began. */
export interface Instruction {
  line: number;
  stage: string;
  name: string;
  /** What follows the name, with continued lines joined. */
  rest: string;
}

/** Instructions of a Dockerfile in order. Knows what ours uses: comments, continued lines, named stages. */
export function readDockerfile(text: string): Instruction[] {
  const instructions: Instruction[] = [];
  let stage = '';
  let open: Instruction | undefined;
  text.split('\n').forEach((raw, index) => {
    if (raw.trim() === '' || raw.startsWith('#')) return;
    const part = raw.replace(/\\$/, '').trim();
    if (open) open.rest += ` ${part}`;
    else {
      const [name = '', ...rest] = part.split(/\s+/);
      if (name === 'FROM') stage = /\sAS\s+(\S+)$/.exec(part)?.[1] ?? 'final';
      open = { line: index + 1, stage, name, rest: rest.join(' ') };
      instructions.push(open);
    }
    if (!raw.endsWith('\\')) open = undefined;
  });
  return instructions;
}

/** What a COPY takes from the folder that is built, and where it goes; nothing for one that copies from another stage. */
export function copiedPaths({ name, rest }: Instruction): { from: string[]; to: string } | undefined {
  if (name !== 'COPY' || rest.startsWith('--from=')) return undefined;
  const words = rest.split(' ');
  return { from: words.slice(0, -1), to: words.at(-1) ?? '' };
}

/** Docker's patterns: `*` stays inside a folder and takes hidden files too, `**` crosses folders. */
const patternOf = (glob: string) =>
  new RegExp(
    `^${glob
      .split('**/')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'))
      .join('(?:.*/)?')}$`,
  );

/**
 * Whether .dockerignore keeps a file out, as Docker decides: the last pattern that matches the path or a folder above it.
 * @param path below the folder that is built, with forward slashes.
 */
export function isIgnored(dockerignore: string, path: string): boolean {
  const parts = path.split('/');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  let ignored = false;
  for (const line of dockerignore.split('\n')) {
    const pattern = line.trim();
    if (pattern === '' || pattern.startsWith('#')) continue;
    const negated = pattern.startsWith('!');
    const matching = patternOf(negated ? pattern.slice(1) : pattern);
    if (paths.some((one) => matching.test(one))) ignored = !negated;
  }
  return ignored;
}
