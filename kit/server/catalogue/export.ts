import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type AnyCatalogue, type AnyRow, inSentence, refName } from '#kit/contract/catalogue.ts';
import type { AnyField, FileRef, Place } from '#kit/contract/fields.ts';
import { isId } from '#kit/contract/input.ts';
import type { ListQuery } from '#kit/contract/list-query.ts';
import type { Scope } from '#kit/server/db/database.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { filterOf, selectionShape } from './bulk.ts';
import type { CatalogueParts } from './parts.ts';
import type { CatalogueKit, CatalogueReads } from './store.ts';
import type { Cell, Table } from './xlsx-worker.ts';

/** XLSX is made in memory, CSV is streamed. */
const maxXlsxRows = 10_000;
const chunkRows = 500;

const exportBody = z.strictObject({
  format: z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx' }),
  ...selectionShape,
  columns: z.optional(z.array(z.string())),
});

/** A column of an export: heading and the cell of a row. */
interface ExportColumn {
  name: string;
  label: string;
  cell: (row: AnyRow) => Cell;
}

function exportColumns(definition: AnyCatalogue, chosen: readonly string[] | undefined): ExportColumn[] {
  const columns: ExportColumn[] = [
    ...Object.entries<AnyField>(definition.fields).map(([name, field]) => ({
      name,
      label: field.label,
      cell: cellOf(name, field),
    })),
    { name: 'status', label: 'Status', cell: (row) => (row.status === 1 ? 'Active' : 'Inactive') },
    { name: 'id', label: 'Id', cell: (row) => row.id },
    { name: 'createdAt', label: 'Created', cell: (row) => row.createdAt },
    { name: 'updatedAt', label: 'Updated', cell: (row) => row.updatedAt },
  ];
  if (!chosen) return columns;
  if (chosen.length === 0 || new Set(chosen).size !== chosen.length)
    throw refuse.badInput({ columns: 'Name each column once' });
  const unknown = chosen.filter((name) => !columns.some((column) => column.name === name));
  if (unknown.length > 0) throw refuse.badInput({ columns: `Not a column: ${unknown.join(', ')}` });
  return chosen.map((name) => columns.find((column) => column.name === name) as ExportColumn);
}

function cellOf(name: string, field: AnyField): ExportColumn['cell'] {
  const word = (value: unknown): Cell => {
    if (value === null || value === undefined) return null;
    switch (field.kind) {
      case 'choice':
        return field.choices.find((choice) => choice.value === value)?.label ?? String(value);
      case 'flag':
        return field.words ? field.words[value ? 0 : 1] : value ? 'Yes' : 'No';
      case 'money':
        return (value as number) / 100;
      case 'file':
        return (value as FileRef).name;
      case 'place':
        return `${(value as Place).lat}, ${(value as Place).lon}`;
      case 'integer':
      case 'decimal':
        return value as number;
      default:
        return String(value);
    }
  };
  if (field.kind === 'ref') return (row) => (row[refName(name)] as { label: string } | null)?.label ?? null;
  return (row) => {
    const value = row[name];
    return Array.isArray(value) ? value.map(word).join(', ') : word(value);
  };
}

/** A text that a spreadsheet would run as a formula gets a leading apostrophe (ASVS 1.2.10). */
export const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** A line of CSV without its end. */
export const csvLine = (cells: readonly Cell[]): string => cells.map(csvCell).join(',');

function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = neutral(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** All rows of a selection in the list's order, a few hundred at a time. */
async function* rowsOf(
  reads: CatalogueReads,
  scope: Scope,
  ids: readonly string[] | undefined,
  query: ListQuery,
): AsyncGenerator<AnyRow[]> {
  if (ids) {
    for (let index = 0; index < ids.length; index += chunkRows) {
      const found = await Promise.all(ids.slice(index, index + chunkRows).map((id) => reads.one(scope, id)));
      yield found.flatMap((json) => (json ? [JSON.parse(json) as AnyRow] : []));
    }
    return;
  }
  let after: string | undefined;
  do {
    const page = await reads.page(scope, { ...query, skip: 0, take: chunkRows, ...(after ? { after } : {}) });
    yield page.rows.map((json) => JSON.parse(json) as AnyRow);
    after = page.next;
  } while (after);
}

async function* csv(columns: readonly ExportColumn[], rows: AsyncIterable<AnyRow[]>): AsyncGenerator<string> {
  // The byte order mark tells Excel that the file is UTF-8.
  yield `\uFEFF${csvLine(columns.map((column) => column.label))}\r\n`;
  for await (const chunk of rows)
    if (chunk.length > 0)
      yield `${chunk.map((row) => csvLine(columns.map((column) => column.cell(row)))).join('\r\n')}\r\n`;
}

export function addExportRoute(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: CatalogueParts): void {
  addRoute(app, {
    method: 'POST',
    path: `/${definition.path}/export`,
    summary: `Export ${inSentence(definition.many)} as CSV or XLSX: named rows, or all that a filter matches`,
    tag: definition.many,
    access: { module: definition.path, action: 'export' },
    scope: definition.scope,
    body: exportBody,
    raw: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    bodyLimit: 1024 * 1024,
    deadlineMs: null,
    handle: async (call) => {
      const { format, ids, filter, columns: chosen } = call.body as z.infer<typeof exportBody>;
      if (ids !== undefined && filter !== undefined) throw refuse.badInput({ ids: 'Give either ids or a filter' });
      if (ids?.some((id) => !isId(id))) throw refuse.badInput({ ids: 'Must be ids of records' });
      const scope = scopeOf(call.session);
      const query = filterOf(call.session, definition, filter);
      const columns = exportColumns(definition, chosen);
      const count = ids ? ids.length : await reads.count(scope, query);
      const name = `${definition.path}-${kit.clock.now().toISOString().slice(0, 10)}.${format}`;
      const rows = rowsOf(reads, scope, ids, query);
      const named = `attachment; filename="${name}"`;
      if (format === 'csv') {
        const lines = csv(columns, rows);
        // The first rows are read before the answer begins: a database that is away is still a 503 then.
        const first = [await lines.next(), await lines.next()].flatMap((one) => (one.done ? [] : [one.value]));
        call.reply.header('content-disposition', named).type('text/csv; charset=utf-8');
        return Readable.from(startingWith(first, lines));
      }
      if (count > maxXlsxRows)
        throw refuse.badInput({ format: `XLSX takes at most ${maxXlsxRows} rows, and ${count} match. Choose CSV` });
      const cells: Cell[][] = [];
      for await (const chunk of rows) for (const row of chunk) cells.push(columns.map((column) => column.cell(row)));
      const file = await xlsx({
        sheet: definition.many.slice(0, 31),
        head: columns.map((column) => column.label),
        rows: cells,
      });
      call.reply.header('content-disposition', named);
      call.reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
      return file;
    },
  });
}

async function* startingWith<T>(first: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* first;
  yield* rest;
}

let making: Promise<unknown> = Promise.resolve();
/** Makes a workbook in a thread of its own, one at a time: it is half a second of arithmetic for ten thousand rows. */
function xlsx(table: Table): Promise<Buffer> {
  const made = making.then(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: table });
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
        worker.once('error', reject);
        worker.once('exit', (code) => reject(new Error(`The workbook was not made (${code})`)));
      }),
  );
  making = made.catch(() => undefined);
  return made;
}
