import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import semver from 'semver';
import { report } from './source-files.ts';

interface LockedPackage {
  version?: string;
  engines?: { node?: string };
  deprecated?: string;
  hasInstallScript?: boolean;
  /** Left out by npm where it does not fit. */
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
}

/** Where npm looks for a package that the one at `path` needs: beside it, then further up. */
function isLocked(packages: Record<string, LockedPackage>, path: string, name: string): boolean {
  const folders = path.split('/node_modules/');
  return (
    folders.some((_, index) => {
      const above = folders.slice(0, folders.length - index).join('/node_modules/');
      return `${above}/node_modules/${name}` in packages;
    }) || `node_modules/${name}` in packages
  );
}

/**
 * What npm would warn of at an install, as far as it can know: npm compares packages with the Node that it runs on itself,
 * which may be an older one, while everything here runs on the Node that is a package. `.npmrc` keeps npm quiet for that
 * reason, and this says what it must not hide.
 * @param root folder with package.json and package-lock.json.
 * @returns a line for each package that does not run on our Node, is deprecated, has an install script that nobody has decided
 *   on in `allowScripts`, or is missing for other machines than the one that locked: `npm ci` refuses such a lock everywhere.
 */
export function checkPackages(root: string): string[] {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
  const { allowScripts = {} } = read('package.json') as { allowScripts?: Record<string, boolean> };
  const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
  const node = packages['node_modules/node']?.version;
  if (!node) return ['package-lock.json: the package node is missing'];
  const problems: string[] = [];
  for (const [path, locked] of Object.entries(packages)) {
    const { version = '', engines, deprecated, hasInstallScript, optional = false, optionalDependencies = {} } = locked;
    const name = path.replace(/^.*node_modules\//, '');
    const shown = `package-lock.json: ${name || 'this project'}${path && ` ${version}`}`;
    if (engines?.node && !optional && !semver.satisfies(node, engines.node))
      problems.push(`${shown} wants Node ${engines.node}, and ours is ${node}`);
    if (deprecated) problems.push(`${shown} is deprecated: ${deprecated}`);
    for (const [other, wanted] of Object.entries(optionalDependencies))
      if (!isLocked(packages, path, other)) problems.push(`${shown} may need ${other} ${wanted}, which is not locked`);
    if (hasInstallScript && !(name in allowScripts))
      problems.push(`${shown} has an install script: allow or refuse it in allowScripts of package.json`);
  }
  return problems;
}

if (import.meta.main) report(checkPackages(process.cwd()));
