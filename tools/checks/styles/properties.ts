/** A stylesheet, or code of the web app. */
interface Source {
  path: string;
  text: string;
}

const used = /var\(\s*(--[\w-]*[\w])\s*\)/g;
/** `--a: …`, `'--a': …`, and `setProperty('--a', …)`. */
const defined = /(--[\w-]+)['"`]?\]?\s*:|['"](--[\w-]+)['"]/g;
/** Those of the component library, which defines them itself. */
const ofLibrary = /^--mantine-/;

/** Custom properties that are read and that nothing defines: a browser takes the declaration for not written. */
export function findUnknownProperties(sources: readonly Source[]): string[] {
  const known = new Set(
    sources.flatMap(({ text }) => [...text.matchAll(defined)].map(([, name, quoted]) => name ?? quoted)),
  );
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(used)].flatMap(({ 1: name = '', index }) =>
      known.has(name) || ofLibrary.test(name)
        ? []
        : [`${path}:${text.slice(0, index).split('\n').length} reads '${name}', which nothing defines`],
    ),
  );
}
