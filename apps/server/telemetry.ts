import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Tracing } from '#kit/server/tracing.ts';

/** Where traces go, see readTelemetry. */
export interface Telemetry {
  /** Receiver of OTLP over HTTP, without `/v1/traces`. */
  endpoint: URL;
  service: string;
  /** Part of the requests that is followed, 0 to 1. */
  ratio: number;
}

/** Reads the settings that OpenTelemetry gave their names. Nothing is sent, nor loaded, without an endpoint. */
export function readTelemetry(value: (name: string) => string | undefined): Telemetry | undefined {
  const endpoint = value('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (endpoint === undefined) return undefined;
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Error(`OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://127.0.0.1:4318, not '${endpoint}'`);
  const given = value('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  const ratio = /^(0|1|[01]?\.\d+)$/.test(given) ? Number(given) : Number.NaN;
  if (!(ratio >= 0 && ratio <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a part from 0 to 1, like 0.1, not '${given}'`);
  return { endpoint: url, service: value('OTEL_SERVICE_NAME') ?? 'roadkeeper', ratio };
}

/** Sends a span for each request, and one below it for each of its statements, to a receiver; OTLP as JSON over HTTP. */
export async function openTracing({ endpoint, service, ratio }: Telemetry): Promise<Tracing> {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.href.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    // Below a request that is not followed, nothing is.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('roadkeeper');
  const current = new AsyncLocalStorage<Span>();

  return {
    request() {
      // What a stranger sends as trace is not gone on with: they would choose what is followed.
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, ROOT_CONTEXT);
      return {
        within: (work) => current.run(span, work),
        end({ method, route, status, requestId }) {
          span.updateName(route === undefined ? method : `${method} ${route}`);
          span.setAttributes({
            'http.request.method': method,
            ...(route === undefined ? {} : { 'http.route': route }),
            'http.response.status_code': status,
            'roadkeeper.request_id': requestId,
          });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    statement(text) {
      const parent = current.getStore();
      const span = tracer.startSpan(
        /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
        {
          kind: SpanKind.CLIENT,
          attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) },
        },
        parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT,
      );
      return (error) => {
        // Its code alone: the message may hold what somebody typed.
        if (error !== undefined) {
          const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
          span.setAttribute('error.type', code).setStatus({ code: SpanStatusCode.ERROR });
        }
        span.end();
      };
    },
    close: () => provider.shutdown(),
  };
}
