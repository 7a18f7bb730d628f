import type { ModulePage, Page } from '#kit/contract/area.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import { inLanguage } from '#kit/server/words/words.ts';

/** What stands above a message that is of no module: systems want a title over each. */
const product = 'Roadkeeper';

export type AreaNames = (module: string | undefined, kind: 'staff' | 'client', language: Language) => string;

/** What the menu calls a module, in the language of who reads it and as they know it. */
export function areaNames(
  catalogues: readonly Pick<CatalogueParts, 'definition'>[],
  pages: readonly (Page | ModulePage)[],
): AreaNames {
  const names = new Map<string, { staff: string; client: string }>();
  for (const { definition } of catalogues)
    names.set(definition.path, {
      staff: definition.many,
      client: definition.forClients?.many ?? definition.many,
    });
  for (const page of pages) if ('key' in page) names.set(page.key, { staff: page.name, client: page.name });
  return (module, kind, language) => {
    const name = module === undefined ? undefined : names.get(module)?.[kind];
    return name === undefined ? product : inLanguage(language, name);
  };
}
