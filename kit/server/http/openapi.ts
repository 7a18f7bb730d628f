import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { basePath, isForKeys, isOwnOnly, type RouteSpec } from './route.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return rest;
};

/** A body that a route reads by itself: its schema, and which of its fields travel as files in multipart. */
export interface OwnBody {
  schema: ZodMiniType;
  files: readonly string[];
}

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } });
const errorAnswer = { $ref: '#/components/responses/Error' };

/**
 * The OpenAPI 3.1 description of the API, made from the very declarations that the routes run on.
 * @param bodies what routes read by themselves (multipart or JSON), by "METHOD path".
 */
export function openApiDocument(
  specs: readonly RouteSpec[],
  bodies: ReadonlyMap<string, OwnBody>,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  const taken = new Set<string>();
  for (const spec of specs) {
    const path = basePath + spec.path;
    const own = bodies.get(`${spec.method} ${spec.path}`);
    const body = spec.body ?? own?.schema;
    const parameters = [
      ...[...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', ...(/id$/i.test(name ?? '') ? { format: 'uuid' } : {}) },
      })),
      ...Object.entries(spec.query ?? {}).map(([name, { about, schema }]) => ({
        name,
        in: 'query',
        description: about,
        schema,
      })),
      ...(spec.versioned ? [header('If-Match', 'ETag of the version that was seen; another one is 412')] : []),
      ...(spec.once
        ? [header('Idempotency-Key', 'Repeats of the request with this key get the first answer; another body is 422')]
        : []),
    ];
    const content: Json = {};
    if (body) {
      const schema = schemaOf(body, 'input');
      content['application/json'] = { schema };
      if (spec.multipart) content['multipart/form-data'] = { schema: withFiles(schema, own?.files ?? []) };
    }
    const status = String(spec.status ?? 200);
    const { access } = spec;
    paths[path] ??= {};
    paths[path][spec.method.toLowerCase()] = {
      operationId: operationIdOf(spec, taken),
      summary: spec.summary,
      tags: [spec.tag],
      ...(access === 'public' ? { security: [] } : {}),
      description:
        (access === 'public'
          ? 'Needs no session.'
          : access === 'session'
            ? 'Needs a session.'
            : `Needs the permission to ${('any' in access ? access.any : [access]).map((right) => `${right.action} ${right.module}`).join(' or to ')}.`) +
        (access !== 'public' && isOwnOnly(spec) ? ' Refused while signed in as another user.' : '') +
        (access !== 'public' && !isForKeys(spec) ? ' Not with an API key.' : ''),
      parameters,
      ...(body ? { requestBody: { required: spec.method !== 'DELETE', content } } : {}),
      responses: {
        [status]: {
          description: 'Done',
          content: spec.raw
            ? Object.fromEntries(spec.raw.map((type) => [type, {}]))
            : { 'application/json': { schema: answerSchema(spec) } },
        },
        default: errorAnswer,
      },
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roadkeeper',
      version,
      description: 'Fleet, motor-insurance and road-safety back office. Amounts are whole paise, times ISO UTC.',
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: {
        Error: {
          description: 'Refused or failed',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['message', 'code', 'requestId'],
                properties: {
                  message: { type: 'string' },
                  code: { type: 'string' },
                  fields: { type: 'object', additionalProperties: { type: 'string' } },
                  requestId: { type: 'string' },
                },
              },
            },
          },
        },
      },
    },
  };
}

/** The same body as a form: files are parts under their field names, and an empty part removes the stored file. */
function withFiles(schema: Json, files: readonly string[]): Json {
  const part = { type: 'string', contentMediaType: 'application/octet-stream' };
  const properties = { ...(schema['properties'] as Json), ...Object.fromEntries(files.map((name) => [name, part])) };
  return { ...schema, properties };
}

function answerSchema(spec: RouteSpec): Json {
  const data = spec.answer ? schemaOf(spec.answer, 'output') : { type: 'null' };
  const beside = Object.entries(spec.beside ?? {}).map(([name, schema]) => [name, schemaOf(schema, 'output')]);
  return {
    type: 'object',
    required: ['message', 'data'],
    properties: { message: { type: 'string' }, data, ...(Object.fromEntries(beside) as Json) },
  };
}

/** A name for programs that are made from the document: `getRoadImport`, and with a number where another call has it. */
function operationIdOf({ method, path }: RouteSpec, taken: Set<string>): string {
  const words = path.replace(/[^a-zA-Z]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');
  const name = method.toLowerCase() + words;
  let id = name;
  for (let number = 2; taken.has(id); number += 1) id = `${name}${number}`;
  taken.add(id);
  return id;
}
