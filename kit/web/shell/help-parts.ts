import type { PlainTextKey } from '../texts/texts.ts';
import type { LazyPage } from '../lazy.ts';

/** A part of the help page that an area brings. */
export interface HelpPart {
  /** Smallest first. */
  order: number;
  /** What it is called, at its heading and in the list of what the page has. */
  title: PlainTextKey;
  /** Draws what stands below its heading. Of what has nothing to do with the words that are looked for it draws nothing. */
  component: LazyPage<{ words: string }>;
  /** It is for those who may look at this module. */
  needs: string;
}

const parts: HelpPart[] = [];

/** Adds parts of areas. To be called before the first page is drawn. */
export const addHelp = (more: readonly HelpPart[]): void => void parts.push(...more);

/** What areas bring to the help page, in its order. */
export const helpParts = (): readonly HelpPart[] => parts.toSorted((a, b) => a.order - b.order);
