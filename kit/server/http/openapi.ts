import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { basePath, type RouteSpec } from './route.ts';

type Json = Record<string, unknown>;

const schemaOf = (schema: ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return rest;
};

const errorAnswer = { $ref: '#/components/responses/Error' };

/**
 * The OpenAPI 3.1 description of the API, made from the very declarations that the routes run on.
 * @param bodies schemas of bodies that a route reads by itself (multipart or JSON), by "METHOD path".
 */
export function openApiDocument(
  specs: readonly RouteSpec[],
  bodies: ReadonlyMap<string, ZodMiniType>,
  version: string,
): Json {
  const paths: Record<string, Json> = {};
  for (const spec of specs) {
    const path = basePath + spec.path;
    const body = spec.body ?? bodies.get(`${spec.method} ${spec.path}`);
    const parameters = [
      ...[...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string', format: 'uuid' },
      })),
      ...Object.entries(spec.query ?? {}).map(([name, description]) => ({
        name,
        in: 'query',
        description,
        schema: { type: 'string' },
      })),
      ...(['PUT', 'DELETE'].includes(spec.method)
        ? [
            {
              name: 'If-Match',
              in: 'header',
              description: 'ETag of the version that was seen',
              schema: { type: 'string' },
            },
          ]
        : []),
      ...(spec.method === 'GET'
        ? []
        : [
            {
              name: 'Idempotency-Key',
              in: 'header',
              description: 'Repeats of the request with this key get the first answer',
              schema: { type: 'string' },
            },
          ]),
    ];
    const content: Json = {};
    if (body) {
      const schema = schemaOf(body, 'input');
      content['application/json'] = { schema };
      if (spec.multipart)
        content['multipart/form-data'] = {
          schema: { ...schema, description: 'Files travel as parts under their field names' },
        };
    }
    const status = String(spec.status ?? 200);
    const { access } = spec;
    paths[path] ??= {};
    paths[path][spec.method.toLowerCase()] = {
      operationId: `${spec.method.toLowerCase()}${spec.path.replace(/[^a-zA-Z]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '')}`,
      summary: spec.summary,
      tags: [spec.tag],
      ...(access === 'public' ? { security: [] } : {}),
      description:
        access === 'public'
          ? 'Needs no session.'
          : access === 'session'
            ? 'Needs a session.'
            : `Needs the right to ${access.action} ${access.module}.`,
      parameters,
      ...(body ? { requestBody: { required: spec.method !== 'DELETE', content } } : {}),
      responses: {
        [status]: {
          description: 'Done',
          content: spec.raw
            ? { 'application/octet-stream': { schema: {} } }
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

function answerSchema(spec: RouteSpec): Json {
  const data = spec.answer ? schemaOf(spec.answer, 'output') : {};
  const list = data['type'] === 'array' ? { count: { type: 'integer' }, next: { type: 'string' } } : {};
  return { type: 'object', required: ['message'], properties: { message: { type: 'string' }, data, ...list } };
}
