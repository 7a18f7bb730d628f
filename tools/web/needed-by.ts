/** What a bundler knows of a module: what it imports at its start, by id. */
type InfoOf = (id: string) => { importedIds: readonly string[] } | null;

/**
 * Tells whether a module is loaded together with another: because that one imports it at its start, or one of its imports does.
 * @param root id of the other module, its path. The bundler is asked once, when it knows all modules.
 */
export function neededBy(root: string): (id: string, infoOf: InfoOf) => boolean {
  let needed: ReadonlySet<string> | undefined;
  return (id, infoOf) => {
    needed ??= closureOf(root, infoOf);
    return needed.has(id);
  };
}

function closureOf(root: string, infoOf: InfoOf): ReadonlySet<string> {
  const found = new Set([root]);
  // A set that is walked through goes on with what is added meanwhile.
  for (const id of found) for (const next of infoOf(id)?.importedIds ?? []) found.add(next);
  return found;
}
