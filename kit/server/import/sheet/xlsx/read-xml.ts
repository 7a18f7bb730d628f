import { SaxesParser } from 'saxes';
import { Damaged } from './archive.ts';
import { workbookLimits } from './limits.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Told of what a document says, in its order. Names come without the prefix of their namespace. */
export interface Told {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML document as it comes. Nothing but the five entities of XML is known, and a document type is refused: what could
 * make much out of little, or name other files, stands in there.
 * @throws Damaged, and whatever `told` throws.
 */
export async function readXml(document: AsyncIterable<string>, told: Told): Promise<void> {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  let attributes = 0;
  parser.on('error', (error) => {
    throw new Damaged(error.message);
  });
  parser.on('doctype', () => {
    throw new Damaged('a document type');
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    depth += 1;
    if (depth > workbookLimits.depth) throw new Damaged('too deep');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > workbookLimits.attributes) throw new Damaged('too many attributes');
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    if (!told.open) return;
    const own: Record<string, string> = Object.create(null) as Record<string, string>;
    for (const [key, value] of Object.entries(given)) if (!key.startsWith('xmlns')) own[bare(key)] = value;
    told.open(bare(name), own);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    told.close?.(bare(name));
  });
  if (told.text) for (const event of ['text', 'cdata'] as const) parser.on(event, (given) => told.text?.(given));
  for await (const piece of document) parser.write(piece);
  parser.close();
}
