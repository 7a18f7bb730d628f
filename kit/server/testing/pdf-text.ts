// Text needs no drawing. Where these are missing, the library says so on every run.
for (const name of ['DOMMatrix', 'Path2D'])
  if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value: Object, configurable: true });
const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');

/** What stands in a PDF, page by page, as somebody copies it. */
export async function textOfPdf(bytes: Buffer): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  await loading.destroy();
  return pages.join('\n');
}
