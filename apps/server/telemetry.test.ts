import { once } from 'node:events';
import { createServer } from 'node:http';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openTracing, readTelemetry } from './telemetry.ts';
import { startTestProduct } from './testing.ts';

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status?: { code?: number };
}

/** Takes what is sent to it, as a collector does. */
async function receiver() {
  const spans: SentSpan[] = [];
  const services: unknown[] = [];
  const server = createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString());
      for (const { resource, scopeSpans } of body.resourceSpans) {
        services.push(resource.attributes.find((one: { key: string }) => one.key === 'service.name')?.value);
        for (const { spans: sent } of scopeSpans) spans.push(...sent);
      }
      reply.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return { spans, services, server, port: typeof address === 'object' ? address?.port : 0 };
}
const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

test('requests and their statements go to the receiver, without what people typed', async () => {
  const { spans, services, server, port } = await receiver();
  const tracing = await openTracing({ endpoint: new URL(`http://127.0.0.1:${port}`), service: 'fleet', ratio: 1 });
  const product = await startTestProduct({ site: { tracing } });
  try {
    const token = await product.login('admin@roadkeeper.test');
    const made = await product.call('POST', '/vehicle-brand', { token, body: { name: 'Hidden Name' } });
    expect(made.status).toBe(201);
    expect((await product.call('GET', '/vehicle-brand?q=Hidden+Name', { token })).status).toBe(200);
  } finally {
    await product.close();
    await tracing.close();
    server.close();
  }
  expect(services[0]).toEqual({ stringValue: 'fleet' });
  const post = spans.find(({ name }) => name === 'POST /api/v1/vehicle-brand') as SentSpan;
  expect(attributesOf(post)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/vehicle-brand',
    'http.response.status_code': 201,
    'roadkeeper.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === post.spanId);
  expect(below.map(({ name }) => name)).toContain('insert');
  expect(below.every(({ traceId }) => traceId === post.traceId)).toBe(true);
  expect(attributesOf(below.find(({ name }) => name === 'insert') as SentSpan)['db.query.text']).toMatch(/\$1/);
  const login = spans.find(({ name }) => name === 'POST /api/v1/login') as SentSpan;
  expect(spans.some(({ parentSpanId }) => parentSpanId === login.spanId)).toBe(true);
  expect(JSON.stringify(spans)).not.toMatch(/Hidden|admin@roadkeeper/);
});

test('without an endpoint nothing is followed, nor loaded', () => {
  expect(readTelemetry(() => undefined)).toBeUndefined();
  const settings = (given: Record<string, string>) => readTelemetry((name) => given[name]);
  expect(settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: '.25' })).toEqual({
    endpoint: new URL('http://127.0.0.1:4318'),
    service: 'roadkeeper',
    ratio: 0.25,
  });
  expect(() => settings({ OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' })).toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT must/,
  );
  for (const wrong of ['2', '-1', 'all', '1.5'])
    expect(() => settings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a', OTEL_TRACES_SAMPLER_ARG: wrong }), wrong).toThrow(
      /^OTEL_TRACES_SAMPLER_ARG must/,
    );
  const loaded = execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { registerHooks } from 'node:module';
       const seen = [];
       registerHooks({ resolve: (name, context, next) => { seen.push(name); return next(name, context); } });
       await import('./apps/server/telemetry.ts');
       await import('./apps/server/product.ts');
       console.log(JSON.stringify(seen));`,
    ],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  const names = JSON.parse(loaded.trim().split('\n').at(-1) ?? '[]') as string[];
  expect(names).toContain('fastify');
  // The measurements load its bare interface.
  expect(names.filter((name) => /^@opentelemetry\/(?!api$)/.test(name))).toEqual([]);
}, 120_000);
