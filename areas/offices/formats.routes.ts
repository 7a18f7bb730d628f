import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { isRefused } from '#kit/contract/formats/format.ts';
import { type FormatName, formatNames, formats } from '#kit/contract/formats/formats.ts';
import { checkPlate, officeCodes } from '#kit/contract/formats/plate.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import type { Call } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';

/** Numbers and plates are short; what is longer is something else. */
const longest = 100;

const text = (call: Call, name: string): string => {
  const value = call.query[name];
  if (typeof value !== 'string') throw refuse.badInput({ [name]: 'Enter this parameter once' });
  if (value.length > longest) throw refuse.badInput({ [name]: `At most ${longest} characters` });
  return value;
};

const checkSchema = z.strictObject({
  valid: z.boolean(),
  value: z.nullable(z.string()),
  warnings: z.array(z.string()),
  problem: z.nullable(z.string()),
  parts: z.record(z.string(), z.nullable(z.string())),
});
interface Office {
  id: string;
  code: string;
  name: string;
  district: string;
  state: string;
}
const named = { code: z.string(), name: z.string() };
const byPlateSchema = z.strictObject({
  plate: z.nullable(z.string()),
  national: z.boolean(),
  state: z.nullable(z.strictObject(named)),
  office: z.nullable(z.strictObject({ ...named, id: z.string(), district: z.string(), state: z.string() })),
  warnings: z.array(z.string()),
  problem: z.nullable(z.string()),
});

/** The check of numbers as they are written, and which office a plate is of. */
export function addFormatRoutes(app: FastifyInstance, kit: CatalogueKit): void {
  addRoute(app, {
    method: 'GET',
    path: '/format/check',
    summary: 'Check a number as it is written: the form it is kept in, what is odd about it, or what is wrong',
    tag: 'Formats',
    access: 'session',
    scope: 'none',
    aadhaar: 'taken',
    query: {
      format: { about: 'What it is to be', schema: { type: 'string', enum: formatNames } },
      value: { about: 'The number as written', schema: { type: 'string', maxLength: longest } },
    },
    answer: checkSchema,
    handle: async (call) => {
      const format = text(call, 'format');
      if (!formatNames.includes(format as FormatName))
        throw refuse.badInput({ format: `Must be one of ${formatNames.join(', ')}` });
      const value = text(call, 'value');
      const checked = formats[format as FormatName].check(value);
      if (isRefused(checked))
        return {
          message: 'OK',
          data: { valid: false, value: null, warnings: [], problem: checked.problem, parts: {} },
        };
      // Records take small letters and change them; what is checked here is what stands on a paper or in a file.
      const inCapitals = value === value.toUpperCase();
      const problem = inCapitals ? null : `Letters are capitals: ${checked.value}`;
      return { message: 'OK', data: { ...checked, valid: inCapitals, problem } };
    },
  });
  addRoute(app, {
    method: 'GET',
    path: '/rto/by-plate',
    summary: 'The state and the office of a registration number; the BH series is of the whole country',
    tag: 'RTO offices',
    access: 'session',
    scope: 'global',
    query: { plate: { about: 'A registration number, however it is written', schema: { type: 'string' } } },
    answer: byPlateSchema,
    handle: async (call) => {
      const checked = checkPlate(text(call, 'plate'));
      const none = { plate: null, national: false, state: null, office: null, warnings: [] };
      if (isRefused(checked)) return { message: 'OK', data: { ...none, problem: checked.problem } };
      const { value, parts, warnings } = checked;
      const codes = officeCodes(parts);
      const found = await kit.db.query<Office>(
        `select id, code, name, district, state from rto where code = any($1) and status = 1 and deleted_at is null
         order by array_position($1, code) limit 1`,
        [codes],
      );
      const state = parts['state'] ? { code: parts['state'], name: parts['stateName'] ?? '' } : null;
      const data = { plate: value, national: parts['kind'] === 'BH', state, office: found[0] ?? null, warnings };
      return { message: 'OK', data: { ...data, problem: null } };
    },
  });
}
