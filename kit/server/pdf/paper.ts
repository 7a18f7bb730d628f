import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import { inIndia } from '../india-time.ts';
import { type Drawing, draw } from './drawing.ts';
import { faces, inks, sizes } from './style.ts';
import { addTable, type Column, type Row } from './table.ts';

/** What a paper says of itself at its head and foot. */
export interface PaperHead {
  title: string;
  /** Below the title: whose it is, of which days. */
  subtitle?: string;
  /** What it is found by again; stands at the foot of each page. */
  reference: string;
  madeAt: Date;
}

/** A paper that is written from top to bottom. Each part says to screen readers what it is. */
export interface Paper {
  heading(text: string): void;
  paragraph(text: string): void;
  /** Names and their values in two columns of text. */
  facts(pairs: readonly (readonly [name: string, value: string])[]): void;
  /** Rows come as they are read; the heads of the columns stand on every page. */
  table(columns: readonly Column[], rows: AsyncIterable<readonly Row[]>): Promise<void>;
  /** A PNG or JPEG over the whole width. @param alt what it shows, in words */
  picture(bytes: Buffer, alt: string, heightPt: number): void;
  /** Lines and words, as wide as the paper. @param alt what it shows, in words */
  drawing(drawing: Drawing, alt: string): void;
  /** A drawing over the whole width. @param draw gets the page and the place on it, in points */
  sketch(alt: string, heightPt: number, draw: (page: PDFKit.PDFDocument, box: Box) => void): void;
}

/** A place on a page: its upper left corner and its measures, in points. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

type Document = PDFKit.PDFDocument;

const fontFiles = [
  createRequire(import.meta.url).resolve('@expo-google-fonts/mukta/400Regular/Mukta_400Regular.ttf'),
  createRequire(import.meta.url).resolve('@expo-google-fonts/mukta/600SemiBold/Mukta_600SemiBold.ttf'),
] as const;
let fonts: Promise<readonly [Buffer, Buffer]> | undefined;

/** A paper as PDF: A4, tagged for screen readers, with its fonts in it. Long tables let others have their turn. */
export async function writePdf(head: PaperHead, write: (paper: Paper) => Promise<void> | void): Promise<Buffer> {
  fonts ??= Promise.all([readFile(fontFiles[0]), readFile(fontFiles[1])]);
  const [plain, bold] = await fonts;
  const document = new Pdf({
    size: 'A4',
    margin: sizes.margin,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-IN',
    displayTitle: true,
    info: { Title: head.title, Producer: 'Roadkeeper', Creator: 'Roadkeeper', CreationDate: head.madeAt },
  });
  const pieces: Buffer[] = [];
  document.on('data', (piece: Buffer) => pieces.push(piece));
  const written = new Promise<void>((resolve, reject) => document.once('end', resolve).once('error', reject));
  document.registerFont(faces.plain, plain).registerFont(faces.bold, bold);
  const root = document.struct('Document');
  document.addStructure(root);
  putHead(document, root, head);
  await write(paperOf(document, root));
  root.end();
  putFeet(document, head);
  document.end();
  await written;
  return Buffer.concat(pieces);
}

function paperOf(document: Document, root: PDFKit.PDFStructureElement): Paper {
  const widthPt = document.page.width - 2 * sizes.margin;
  const say = (kind: string, draw: () => void) => root.add(document.struct(kind, {}, draw));
  /** Begins a page where so much does not fit on this one any more. */
  const keepTogether = (heightPt: number) => {
    if (document.y + heightPt > document.page.height - document.page.margins.bottom) document.addPage();
  };
  const text = (words: string, size: number, ink: string, face: string = faces.plain) =>
    document.font(face).fontSize(size).fillColor(ink).text(words, sizes.margin, document.y, { width: widthPt });
  const sketch: Paper['sketch'] = (alt, heightPt, put) => {
    keepTogether(heightPt + 8);
    const y = document.y;
    const box = { x: sizes.margin, y, width: widthPt, height: heightPt };
    root.add(document.struct('Figure', { alt }, () => put(document, box)));
    document.x = sizes.margin;
    document.y = y + heightPt + 8;
  };
  return {
    heading(words) {
      keepTogether(60);
      document.moveDown(0.8);
      say('H2', () => text(words, sizes.heading, inks.text, faces.bold));
      document.moveDown(0.2);
    },
    paragraph(words) {
      say('P', () => text(words, sizes.text, inks.text));
      document.moveDown(0.5);
    },
    facts(pairs) {
      const nameWidth = widthPt * 0.3;
      for (const [name, value] of pairs) {
        const width = widthPt - nameWidth;
        document.font(faces.plain).fontSize(sizes.text);
        keepTogether(document.heightOfString(value || '–', { width }));
        say('P', () => {
          const y = document.y;
          document.fillColor(inks.soft).text(name, sizes.margin, y, { width: nameWidth - 8 });
          const afterName = document.y;
          document.fillColor(inks.text).text(value || '–', sizes.margin + nameWidth, y, { width });
          document.y = Math.max(document.y, afterName) + 2;
        });
      }
      document.x = sizes.margin;
      document.moveDown(0.4);
    },
    table: (columns, rows) => addTable(document, root, columns, rows),
    picture(bytes, alt, heightPt) {
      keepTogether(heightPt + 8);
      const y = document.y;
      root.add(
        document.struct('Figure', { alt }, () =>
          document.image(bytes, sizes.margin, y, { fit: [widthPt, heightPt], align: 'center' }),
        ),
      );
      document.y = y + heightPt + 8;
    },
    drawing(drawing, alt) {
      const times = widthPt / drawing.width;
      sketch(alt, drawing.height * times, (page, { x, y }) => draw(page, drawing, { x, y, times }));
    },
    sketch,
  };
}

function putHead(document: Document, root: PDFKit.PDFStructureElement, { title, subtitle }: PaperHead): void {
  const width = document.page.width - 2 * sizes.margin;
  root.add(
    document.struct('H1', {}, () =>
      document.font(faces.bold).fontSize(sizes.title).fillColor(inks.text).text(title, { width }),
    ),
  );
  if (subtitle)
    root.add(
      document.struct('P', {}, () =>
        document.font(faces.plain).fontSize(sizes.text).fillColor(inks.soft).text(subtitle, { width }),
      ),
    );
  const y = document.y + 6;
  document.markContent('Artifact', { type: 'Layout' });
  document
    .moveTo(sizes.margin, y)
    .lineTo(sizes.margin + width, y)
    .lineWidth(0.8)
    .stroke(inks.line);
  document.endMarkedContent();
  document.y = y + 10;
}

/** What stands at the foot of each page, once it is known how many there are. */
function putFeet(document: Document, { reference, madeAt }: PaperHead): void {
  const { start, count } = document.bufferedPageRange();
  const width = document.page.width - 2 * sizes.margin;
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(start + at);
    // Below the margin, where text would begin another page.
    const { bottom } = document.page.margins;
    document.page.margins.bottom = 0;
    const y = document.page.height - sizes.margin + 12;
    document.markContent('Artifact', { type: 'Pagination' });
    document.font(faces.plain).fontSize(sizes.small).fillColor(inks.soft);
    document.text(`${reference} · made on ${inIndia(madeAt.toISOString())} (IST)`, sizes.margin, y, {
      width,
      lineBreak: false,
    });
    document.text(`Page ${at + 1} of ${count}`, sizes.margin, y, { width, align: 'right', lineBreak: false });
    document.endMarkedContent();
    document.page.margins.bottom = bottom;
  }
}
