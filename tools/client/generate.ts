import { type Schema, typeOf } from './types-of.ts';

interface Operation {
  summary?: string;
  description?: string;
  security?: readonly unknown[];
  parameters?: readonly { name: string; in: string; required?: boolean; schema?: Schema }[];
  requestBody?: { content?: Readonly<Record<string, { schema?: Schema }>> };
  responses?: Readonly<Record<string, { content?: Readonly<Record<string, { schema?: Schema }>> }>>;
}
/** The OpenAPI document, as GET /api/v1/openapi.json answers it. */
export interface ApiDocument {
  info: { version: string };
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const base = '/api/v1';

/** Staff say whose a record is; of clients it is always theirs, and they say nothing. */
const withoutOwner = (body: Schema): Schema => ({
  ...body,
  ...(body.required ? { required: body.required.filter((name) => name !== 'orgId') } : {}),
});

/** A call with what it takes and answers. Files and what no API key can call are left out. */
function callOf(method: string, path: string, operation: Operation): string | undefined {
  const ok = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
  const answer = ok?.content?.['application/json']?.schema;
  if (!answer || operation.security?.length === 0 || operation.description?.includes('Not with an API key'))
    return undefined;
  const parameters = (where: string) => {
    const some = (operation.parameters ?? []).filter((one) => one.in === where);
    const fields = some.map(
      ({ name, required, schema }) => `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
    );
    return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'undefined';
  };
  const body = operation.requestBody?.content?.['application/json']?.schema;
  const name = `${method.toUpperCase()} ${path.slice(base.length)}`;
  const lines = [
    `  /** ${(operation.summary ?? name).replaceAll('*/', '* /')} */`,
    `  ${JSON.stringify(name)}: {`,
    `    path: ${parameters('path')};`,
    `    query: ${parameters('query')};`,
    `    body: ${body ? typeOf(withoutOwner(body)) : 'undefined'};`,
    `    answer: ${typeOf(answer)};`,
    '  };',
  ];
  return lines.join('\n');
}

/** Puts the typed client together: one file without a package, which programs copy. @param wrapper what makes the calls */
export function clientOf({ info, paths }: ApiDocument, wrapper: string): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => callOf(method, path, operation) ?? []),
  );
  return [
    `// Made by npm run client from the API of Roadkeeper ${info.version}. Make it anew after an upgrade instead of changing it.`,
    '',
    `/** The calls that an API key can make, by method and path. */\nexport interface Calls {\n${calls.join('\n')}\n}`,
    '',
    wrapper.slice(wrapper.indexOf('// --- From here')).replace(/^.*\n/, ''),
  ].join('\n');
}
