import type { FastifyInstance } from 'fastify';
import { knownAddresses, type Page } from '#kit/contract/area.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import { inputSchema } from '#kit/contract/input.ts';
import { addDocs } from '#kit/server/http/docs.ts';
import { openApiDocument } from '#kit/server/http/openapi.ts';
import type { RouteSpec } from '#kit/server/http/route.ts';
import { addWebApp } from '#kit/server/http/web-app.ts';
import type { ProductOptions } from '../options.ts';

/** What people open in a browser: the manual of the calls, and the web app at every page that it knows. */
export async function addPages(
  app: FastifyInstance,
  { webDirectory, demo }: ProductOptions,
  specs: readonly RouteSpec[],
  catalogues: readonly AnyCatalogue[],
  pages: readonly Page[],
  origins: readonly (() => Promise<readonly string[]>)[],
): Promise<void> {
  const bodies = new Map(
    catalogues.flatMap((definition) => {
      const schema = inputSchema(definition);
      const names = Object.keys(definition.fields);
      const body = { schema, files: names.filter((name) => definition.fields[name].kind === 'file') };
      return (definition.clientCalls ? ['', '/client'] : ['']).flatMap((before) => [
        [`POST ${before}/${definition.path}`, body] as const,
        [`PUT ${before}/${definition.path}/{id}`, body] as const,
      ]);
    }),
  );
  addDocs(app, () => openApiDocument(specs, bodies, '1'));
  if (!webDirectory) return;
  const open = knownAddresses(
    pages.filter((page) => page.open),
    [],
  );
  const routes = knownAddresses(pages, catalogues);
  const contentOrigins = async () => (await Promise.all(origins.map((one) => one()))).flat();
  await addWebApp(app, { directory: webDirectory, routes, open, framed: 'inside.tsx', demo, contentOrigins });
}
