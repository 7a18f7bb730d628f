import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const config = { access: 'public', tenantScope: 'none' } as const;
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};
const page = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Roadkeeper API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/api/v1/docs/swagger-ui.css"></head>
<body><div id="docs"></div><script src="/api/v1/docs/swagger-ui-bundle.js"></script>
<script src="/api/v1/docs/start.js"></script></body></html>`;
const start = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, displayRequestDuration: true });`;

/** The API's documentation: the description at /api/v1/openapi.json and a page to read and try it at /api/v1/docs. */
export function addDocs(app: FastifyInstance, document: () => unknown): void {
  let text: string | undefined;
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/api/v1/openapi.json', { config }, async (_, reply) => {
    text ??= JSON.stringify(document());
    return reply.type('application/json; charset=utf-8').send(text);
  });
  app.get('/api/v1/docs', { config }, async (_, reply) =>
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .type('text/html; charset=utf-8')
      .send(page),
  );
  app.get('/api/v1/docs/start.js', { config }, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
  for (const [name, type] of Object.entries(files))
    app.get(`/api/v1/docs/${name}`, { config }, async (_, reply) =>
      reply.type(type).send(await readFile(join(folder, name))),
    );
}
