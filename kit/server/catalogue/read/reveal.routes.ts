import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { inSentence, orgOfRow } from '#kit/contract/catalogue.ts';
import type { AnyField } from '#kit/contract/fields.ts';
import { isSealed, sealedNames } from '#kit/contract/sealed.ts';
import { transact } from '#kit/server/db/database.ts';
import { recordAct, writerOf } from '#kit/server/history.ts';
import { scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { rightsOf } from '../policy.ts';
import { type CatalogueParts, idOf } from '../parts.ts';
import { cellOf, storedParts } from '../sealed-fields.ts';
import { type CatalogueKit, mustRead } from '../store.ts';

const revealBody = z.strictObject({ field: z.string({ error: 'Name the field to show' }) });

/** POST /<path>/reveal/{id}: the whole of one value that is kept encrypted. Nobody looks without leaving a trace. */
export function addRevealRoute(app: FastifyInstance, kit: CatalogueKit, { definition, reads }: CatalogueParts): void {
  const { path, one, many, scope } = definition;
  addRoute(app, {
    method: 'POST',
    path: `/${path}/reveal/{id}`,
    summary: `Show a full number of one ${inSentence(one)}; recorded in the history`,
    tag: many,
    access: { module: path, action: 'approve' },
    byKey: 'refused',
    scope,
    body: revealBody,
    answer: z.strictObject({ field: z.string(), value: z.nullable(z.string()) }),
    handle: async (call) => {
      const id = idOf(call, definition);
      const { field: name } = call.body as z.infer<typeof revealBody>;
      const field: AnyField | undefined = Object.hasOwn(definition.fields, name) ? definition.fields[name] : undefined;
      if (!isSealed(field) || field.sealed === 0) {
        const shown = sealedNames(definition).filter((one) => definition.fields[one].sealed !== 0);
        throw refuse.badInput({ field: `Must be ${shown.join(' or ')}` });
      }
      const own = scopeOf(call.session);
      const value = await transact(kit.db, own, async (db) => {
        const { row } = await mustRead(reads, own, id, db);
        if (!rightsOf(kit.policies, definition, call.session, row).includes('approve')) throw refuse.forbidden();
        const stored = (await storedParts(db, definition, [id])).get(id)?.[name];
        if (!stored?.sealed) return null;
        await recordAct(db, writerOf(call.session, call.request, kit.clock.now()), {
          action: 'reveal',
          module: path,
          recordId: id,
          recordTitle: row.title,
          orgId: orgOfRow(definition, row),
          after: { field: field.label },
          fields: ['field'],
        });
        return kit.sealed.open(cellOf(definition, name, id), stored.sealed);
      });
      return { message: 'OK', data: { field: name, value } };
    },
  });
}
