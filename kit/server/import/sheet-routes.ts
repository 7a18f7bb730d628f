import type { FastifyInstance } from 'fastify';
import { inSentence } from '#kit/contract/catalogue.ts';
import { importLimits } from '#kit/contract/import.ts';
import { csvLine } from '#kit/server/export/csv.ts';
import type { CatalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { transact } from '#kit/server/db/database.ts';
import { writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { exampleOf, fieldOfHeading, importable, keysOf } from './headings.ts';
import { refuseGuarded } from './guarded.ts';
import { orderOf } from './order.ts';
import { planRows } from './plan.ts';
import { readRowsBody } from './rows/read-body.ts';
import { readSheetFile } from './sheet/read-file.ts';
import { bodyLimit, checkBody, planSchema, sheetSchema } from './schemas.ts';
import { readUpload } from './upload.ts';

/** Rows that are tried out in one transaction. */
const trialRows = 100;

/** The calls before anything is stored: an empty file, reading a filled one, and the dry run of its rows. */
export function addSheetRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  const { definition, reads } = parts;
  const { path, many, scope } = definition;
  const common = { tag: many, scope, access: { module: path, action: 'create' } } as const;

  addRoute(app, {
    ...common,
    method: 'GET',
    path: `/${path}/import/template`,
    summary: `An empty file for ${inSentence(many)} with an example line`,
    raw: ['text/csv'],
    handle: async (call) => {
      const fields = importable(definition);
      call.reply.header('content-disposition', `attachment; filename="${path}-template.csv"`);
      call.reply.type('text/csv; charset=utf-8');
      const lines = [fields.map(([, field]) => field.label), fields.map(([, field]) => exampleOf(field))];
      return `\uFEFF${lines.map(csvLine).join('\r\n')}\r\n`;
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import/read`,
    summary: `Read a CSV or XLSX file of ${inSentence(many)}: its rows, and which column is which field`,
    bodyLimit: importLimits.bytes + 100_000,
    multipart: true,
    answer: sheetSchema,
    long: true,
    handle: async (call) => {
      const { content, name } = await readUpload(call.request);
      const { headings, rows, lines, read } = await readSheetFile(content);
      const mapping: Record<string, string> = {};
      for (const heading of headings) {
        const field = fieldOfHeading(definition, heading);
        if (field && !Object.values(mapping).includes(field)) mapping[heading] = field;
      }
      const data = JSON.stringify({ name, headings, read, mapping, keys: keysOf(definition) });
      call.reply.type('application/json; charset=utf-8');
      // The rows are megabytes: to make objects of them and texts again would keep everybody else waiting.
      const json = [`{"message":"OK","data":${data.slice(0, -1)},"rows":`, rows, ',"lines":', lines, '}}'];
      return Buffer.concat(json.map((part) => Buffer.from(part as string)));
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/import/check`,
    summary: 'Dry run: what would become of every row, with a message for each cell that is wrong',
    body: checkBody,
    readBody: (content) => readRowsBody(content, 'check'),
    bodyLimit,
    answer: planSchema,
    long: true,
    handle: async (call) => {
      const asked = orderOf(call, parts);
      const writer = writerOf(call.session, call.request, kit.clock.now(), 'import');
      const tenantScope = scopeOf(call.session);
      const planned = await transact(kit.db, tenantScope, (db) =>
        planRows(db, kit, reads, tenantScope, asked, asked.rows),
      );
      // A trial keeps what it writes to itself until it is taken back: not for long, and others have their turn in between.
      for (let from = 0; from < planned.length; from += trialRows)
        await transact(kit.db, tenantScope, (db) =>
          refuseGuarded(db, parts, kit.policies[path], tenantScope, writer, planned.slice(from, from + trialRows)),
        );
      const count = (action: string) => planned.filter((row) => row.action === action).length;
      return {
        message: 'OK',
        data: {
          rows: planned.map(({ line, action, messages, warnings }) => ({
            line,
            action,
            messages,
            ...(warnings ? { warnings } : {}),
          })),
          create: count('create'),
          update: count('update'),
          same: count('same'),
          error: count('error'),
        },
      };
    },
  });
}
