import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { fieldSchema } from '#kit/contract/input.ts';
import { idOf, ifMatchOf } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { writeAnswer } from '#kit/server/catalogue/write/write-answer.ts';
import { need, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { road } from '../road/road.contract.ts';
import { roadSplitter, type Split } from './split-road.ts';

const metres = 'Enter a whole number of metres, at least 1 from both ends';
const body = z.strictObject({
  atM: z.int({ error: metres }).check(z.minimum(1, metres)),
  name: fieldSchema(road.fields.name),
});
const part = z.strictObject({ id: z.string(), name: z.string(), lengthM: z.nullable(z.int()), version: z.int() });

/** POST /road/{id}/split: one road becomes two that meet at a metre of its line, with the same limits everywhere. */
export function addSplitRoute(app: FastifyInstance, kit: CatalogueKit): void {
  const split = roadSplitter(kit);
  addRoute(app, {
    method: 'POST',
    path: '/road/{id}/split',
    summary:
      'Split a road in two at a metre of its line. It keeps its id and key as the first part; the rest is a new road. Speed rules are divided so that the limit stays the same everywhere',
    tag: road.many,
    access: { module: road.path, action: 'edit' },
    scope: 'global',
    whileImpersonating: 'allowed',
    body,
    once: true,
    versioned: true,
    status: 201,
    answer: z.strictObject({ first: part, second: part }),
    handle: async (call) => {
      need(call.session, road.path, 'create');
      const id = idOf(call, road);
      const asked = call.body as Split;
      const input = { values: { id, ...asked }, files: {} };
      return writeAnswer(kit, road, call, input, async (db, writer) => {
        const { first, second } = await split(db, scopeOf(call.session), writer, id, asked, ifMatchOf(call));
        const shown = ({ id, name, lengthM, version }: typeof first) => ({ id, name, lengthM, version });
        return {
          status: 201,
          message: `Road split. The second part is “${second.name}”.`,
          data: JSON.stringify({ first: shown(first), second: shown(second) }),
          version: first.version,
        };
      });
    },
  });
}
