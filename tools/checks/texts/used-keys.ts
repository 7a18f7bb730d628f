import { type Node, type Parsed, quasisOf, walk } from './syntax.ts';

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Keys that code names: as a whole, or as a template whose hole chooses one text of a group, as `trips.states.${state}`.
 * @param keys all that there are, without the endings of plurals.
 */
export function findUsedKeys(parsed: readonly Parsed[], keys: readonly string[]): Used {
  const all = new Set(keys);
  const used = new Set<string>();
  const problems: string[] = [];
  for (const { path, program, lineOf } of parsed)
    for (const node of walk(program)) {
      if (node.type === 'Literal' && typeof node['value'] === 'string' && all.has(node['value']))
        used.add(node['value']);
      if (node.type !== 'TemplateLiteral') continue;
      const chosen = chosenBy(node, keys);
      for (const key of chosen) used.add(key);
      // What a hole can choose from is not known here, so the texts that it chooses are a group of their own.
      if (chosen.some((key) => key.split('.').length < 3))
        problems.push(
          `${path}:${lineOf(node.start)} chooses among all texts of a group: give those it means a group of their own, or list their keys`,
        );
    }
  return { used, problems };
}

interface Used {
  used: ReadonlySet<string>;
  problems: string[];
}

/** The keys that a template can become. */
function chosenBy(template: Node, keys: readonly string[]): string[] {
  const parts = quasisOf(template).map(({ value }) => value.raw);
  if (!/^[A-Za-z]\w*\./.test(parts[0] ?? '')) return [];
  const pattern = new RegExp(`^${parts.map(escaped).join('[^.]+')}$`);
  return keys.filter((key) => pattern.test(key));
}
