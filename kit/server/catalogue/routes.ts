import type { FastifyInstance } from 'fastify';
import { type AnyCatalogue, oneOf } from '#kit/contract/catalogue.ts';
import { sealedNames } from '#kit/contract/sealed.ts';
import { readMultipart } from '#kit/server/files/multipart.ts';
import { type Call, scopeOf } from '#kit/server/http/call.ts';
import { addRoute } from '#kit/server/http/route.ts';
import { refuse } from '#kit/server/refusals.ts';
import { idSchema, statusSchema, warningsSchema } from './answer-schemas.ts';
import { addBulkRoute } from './write/bulk.routes.ts';
import { inputCheck } from './write/check-input.ts';
import { addMergeRoutes } from './merge/merge.routes.ts';
import { withRights } from './policy.ts';
import { addOrderRoute } from './write/order.routes.ts';
import { addTwin, type CatalogueParts, idOf, ifMatchOf, onBehalfIn } from './parts.ts';
import { addReadRoutes } from './read/read.routes.ts';
import { addRevealRoute } from './read/reveal.routes.ts';
import { rowSchema } from './read/row-schema.ts';
import type { CatalogueKit } from './store.ts';
import { addColumnRoutes } from './views/columns.routes.ts';
import { addViewRoutes } from './views/views.routes.ts';
import { writeAnswer } from './write/write-answer.ts';
import type { Input } from './write/write-values.ts';

/** Adds the calls of one catalogue: list, one, create, update, delete, status, restore, history, usage and bulk. */
export function addCatalogueRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  addReadRoutes(app, kit, parts);
  if (!parts.definition.recorded) {
    addWriteRoutes(app, kit, parts);
    addBulkRoute(app, kit, parts);
  }
  addViewRoutes(app, kit, parts);
  addColumnRoutes(app, kit, parts);
  if (parts.definition.merge) addMergeRoutes(app, kit, parts);
  if (sealedNames(parts.definition).length > 0) addRevealRoute(app, kit, parts);
  if (parts.definition.fields['position']) addOrderRoute(app, kit, parts);
}

function addWriteRoutes(app: FastifyInstance, kit: CatalogueKit, parts: CatalogueParts): void {
  const { definition, writes } = parts;
  const { path, one, scope } = definition;
  const whileImpersonating = onBehalfIn(definition);
  const common = { tag: definition.many, scope, once: true, whileImpersonating } as const;
  const right = (action: 'delete' | 'status') => ({ module: path, action });
  const answer = rowSchema(kit.registry, definition);
  const shown = (call: Call, json: string) => withRights(kit.policies, definition, call.session, json);

  if (!definition.ownWrites) addInputRoutes(app, kit, parts);
  addTwin(app, definition, {
    ...common,
    method: 'PUT',
    path: `/${path}/status/{id}`,
    summary: `Turn ${oneOf(one)} from active to inactive or back; takes no body`,
    access: right('status'),
    versioned: true,
    answer: statusSchema,
    handle: async (call) => {
      const id = idOf(call, definition);
      if (call.body !== undefined) throw refuse.badInput({ '': 'This call takes no body' });
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const row = await writes.setStatus(db, scopeOf(call.session), writer, id, undefined, ifMatchOf(call));
        const data = JSON.stringify({ id: row.id, status: row.status, version: row.version });
        return { status: 200, message: 'Status updated successfully.', data, version: row.version };
      });
    },
  });
  addTwin(app, definition, {
    ...common,
    method: 'DELETE',
    path: `/${path}/{id}`,
    summary: `Move ${oneOf(one)} to the trash; refused while something refers to it`,
    access: right('delete'),
    versioned: true,
    answer: idSchema,
    handle: async (call) => {
      const id = idOf(call, definition);
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const row = await writes.remove(db, scopeOf(call.session), writer, id, ifMatchOf(call));
        return { status: 200, message: messageOf(definition, 'deleted'), data: JSON.stringify({ id: row.id }) };
      });
    },
  });
  addRoute(app, {
    ...common,
    method: 'POST',
    path: `/${path}/restore/{id}`,
    summary: `Bring ${oneOf(one)} back from the trash`,
    access: right('delete'),
    versioned: true,
    answer,
    handle: async (call) => {
      const id = idOf(call, definition);
      return writeAnswer(kit, definition, call, null, async (db, writer) => {
        const { json, row } = await writes.restore(db, scopeOf(call.session), writer, id, ifMatchOf(call));
        return { status: 200, message: `${one} restored.`, data: shown(call, json), version: row.version };
      });
    },
  });
}

/** Create and change, with the generated check of the body. */
function addInputRoutes(app: FastifyInstance, kit: CatalogueKit, { definition, writes }: CatalogueParts): void {
  const { path, one, scope, multipart } = definition;
  const whileImpersonating = onBehalfIn(definition);
  const taking = (how: 'last4' | 'taken') =>
    Object.keys(definition.fields).filter((name) => definition.fields[name].aadhaar === how);
  const aadhaar = { last4: taking('last4'), taken: taking('taken') };
  const common = { tag: definition.many, scope, once: true, multipart, whileImpersonating, aadhaar } as const;
  const answer = rowSchema(kit.registry, definition);
  const readInput = inputReader(kit, { definition });
  const shown = (call: Call, json: string) => withRights(kit.policies, definition, call.session, json);

  addTwin(app, definition, {
    ...common,
    method: 'POST',
    path: `/${path}`,
    summary: `Create ${oneOf(one)}`,
    access: { module: path, action: 'create' },
    answer,
    beside: warningsSchema,
    status: 201,
    handle: async (call) => {
      const checkValues = await kit.policies[path]?.incoming?.(call);
      const input = await readInput(call);
      checkValues?.(input.values);
      return writeAnswer(kit, definition, call, input, async (db, writer) => {
        const { json, row } = await writes.create(db, scopeOf(call.session), writer, input);
        const data = shown(call, json);
        return {
          status: 201,
          message: messageOf(definition, 'created'),
          data,
          version: row.version,
          warnings: input.warnings,
        };
      });
    },
  });
  addTwin(app, definition, {
    ...common,
    method: 'PUT',
    path: `/${path}/{id}`,
    summary: `Replace all writable fields of ${oneOf(one)}`,
    access: { module: path, action: 'edit' },
    versioned: true,
    answer,
    beside: warningsSchema,
    handle: async (call) => {
      const id = idOf(call, definition);
      const input = await readInput(call);
      return writeAnswer(kit, definition, call, input, async (db, writer) => {
        const { json, row } = await writes.update(db, scopeOf(call.session), writer, id, input, ifMatchOf(call));
        const data = shown(call, json);
        return {
          status: 200,
          message: messageOf(definition, 'updated'),
          data,
          version: row.version,
          warnings: input.warnings,
        };
      });
    },
  });
}

/** Reads and checks the body of a create or update, JSON or multipart; its files are received on the way. */
function inputReader(kit: CatalogueKit, { definition }: Pick<CatalogueParts, 'definition'>) {
  const check = inputCheck(kit, definition);
  return async (call: Call): Promise<Input> => {
    const scope = scopeOf(call.session);
    let sent: Input = { values: {}, files: {} };
    if (call.request.isMultipart()) {
      if (!definition.multipart) throw refuse.wrongType('This call takes application/json');
      sent = await readMultipart(call.request, definition, kit.files, {
        orgId: definition.scope === 'organisation' ? call.session.orgId : null,
        actorId: call.session.user.id,
      });
    } else {
      if (call.body !== undefined && (typeof call.body !== 'object' || call.body === null || Array.isArray(call.body)))
        throw refuse.badInput({ '': 'The body must be an object' });
      sent.values = (call.body ?? {}) as Record<string, unknown>;
      for (const [name, value] of Object.entries(sent.values))
        if (definition.fields[name]?.kind === 'file' && value === null) sent.files[name] = null;
    }
    const { values, messages, beside } = check(sent.values, scope);
    for (const [name, file] of Object.entries(sent.files))
      if (file === null && !definition.fields[name].optional)
        messages[name] ??= `${definition.fields[name].label} is required`;
    if (Object.keys(messages).length > 0) throw refuse.badInput(messages);
    return { values, files: sent.files, ...(beside ? { beside } : {}) };
  };
}

const messageOf = ({ messageName }: AnyCatalogue, done: 'created' | 'updated' | 'deleted'): string =>
  typeof messageName === 'string' ? `${messageName} ${done} successfully.` : messageName[done];
