import { type Archive, Damaged, TooLarge } from './archive.ts';
import { workbookLimits } from './limits.ts';
import { isDateFormat } from './number-formats.ts';
import { readXml } from './read-xml.ts';

/** Where things lie in a workbook, and how it counts days. */
export interface Outline {
  /** Path of its first sheet. */
  sheet: string;
  styles: string;
  texts: string;
  is1904: boolean;
}

/** Both kinds of workbook, strict and transitional, end their names of relationships alike. */
const kindOf = (type: string | undefined): string => type?.slice(type.lastIndexOf('/') + 1) ?? '';
/** Relative to the folder of the workbook, unless it says otherwise. */
const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** @throws Damaged */
export async function readOutline(archive: Archive): Promise<Outline> {
  const sheets = new Map<string, string>();
  const outline = { styles: 'xl/styles.xml', texts: 'xl/sharedStrings.xml', is1904: false };
  await readXml(archive.text('xl/_rels/workbook.xml.rels'), {
    open(name, { Id: id, Type: type, Target: target }) {
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const kind = kindOf(type);
      if (kind === 'styles') outline.styles = pathOf(target);
      else if (kind === 'sharedStrings') outline.texts = pathOf(target);
      else if (kind === 'worksheet') sheets.set(id, pathOf(target));
      if (sheets.size > workbookLimits.files) throw new TooLarge('sheets');
    },
  });
  let first: string | undefined;
  let isKnown = false;
  await readXml(archive.text('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr' && !isKnown) {
        isKnown = true;
        outline.is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      } else if (name === 'sheet' && attributes['name']) first ??= attributes['id'];
    },
  });
  const sheet = first === undefined ? undefined : sheets.get(first);
  if (sheet === undefined) throw new Damaged('no sheet');
  return { ...outline, sheet };
}

/** Whether cells of a style show a day or a time, by the number of the style. */
export async function readStyles(archive: Archive, path: string): Promise<boolean[]> {
  const areDates: boolean[] = [];
  if (!archive.has(path)) return areDates;
  const own = new Map<number, string | undefined>();
  let isCells = false;
  await readXml(archive.text(path), {
    open(name, attributes) {
      if (name === 'cellXfs') isCells = true;
      else if (name === 'numFmt') own.set(Number(attributes['numFmtId']), attributes['formatCode']);
      else if (name === 'xf' && isCells) {
        const id = Number(attributes['numFmtId'] ?? 0);
        areDates.push(isDateFormat(id, own.get(id)));
      }
      if (areDates.length > workbookLimits.styles || own.size > workbookLimits.styles) throw new TooLarge('styles');
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return areDates;
}

/** Letters that XML cannot hold are written as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

/** Puts a text together that may come in pieces of several looks; how it is read aloud is left out. */
export class TextOf {
  #text = '';
  #isText = false;
  #isAside = false;

  open(name: string): void {
    if (name === 't') this.#isText = true;
    else if (name === 'rPh') this.#isAside = true;
  }
  close(name: string): void {
    if (name === 't') this.#isText = false;
    else if (name === 'rPh') this.#isAside = false;
  }
  add(text: string): void {
    if (this.#isText && !this.#isAside) this.#text += text;
  }
  /** The text, which is begun anew. */
  take(): string {
    const text = unescaped(this.#text);
    this.#text = '';
    this.#isText = false;
    this.#isAside = false;
    return text;
  }
}

/** The texts that cells refer to by their number. */
export async function readTexts(archive: Archive, path: string): Promise<string[]> {
  const texts: string[] = [];
  if (!archive.has(path)) return texts;
  const current = new TextOf();
  let isItem = false;
  await readXml(archive.text(path), {
    open(name) {
      if (name === 'si') isItem = true;
      else if (isItem) current.open(name);
    },
    close(name) {
      if (name !== 'si') return current.close(name);
      isItem = false;
      texts.push(current.take());
      if (texts.length > workbookLimits.texts) throw new TooLarge('texts');
    },
    text(text) {
      if (isItem) current.add(text);
    },
  });
  return texts;
}
