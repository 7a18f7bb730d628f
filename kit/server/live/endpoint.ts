import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { livePath } from '#kit/contract/live.ts';
import { endWith } from '#kit/server/http/end-with.ts';
import { addRoute, basePath } from '#kit/server/http/route.ts';
import type { Hub } from './hub.ts';

/**
 * The way in: POST /live/ticket for a signed-in caller, then the upgrade of GET /api/v1/live, which takes no cookie and no
 * parameter. Only pages of this server are let in; a program says so itself by sending the server's address as its Origin.
 */
export function addLive(app: FastifyInstance, hub: Hub): void {
  const { limits } = hub;
  addRoute(app, {
    method: 'POST',
    path: `${livePath.slice(basePath.length)}/ticket`,
    summary: `Get a ticket for the WebSocket at ${livePath}, to be sent as its first message within half a minute`,
    tag: 'Live',
    access: 'session',
    scope: 'none',
    // The socket follows what the session may do, which may be little.
    whileMustChange: true,
    whileImpersonating: 'allowed',
    answer: z.strictObject({ ticket: z.string(), expiresAt: z.string() }),
    handle: async ({ session }) => {
      const { ticket, expiresAt } = hub.ticket(session);
      return { message: 'OK', data: { ticket, expiresAt: expiresAt.toISOString() } };
    },
  });

  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    maxFragments: limits.fragments,
    maxBufferedChunks: limits.pieces,
    perMessageDeflate: false,
  });
  app.server.on('upgrade', (request, socket, head) => {
    // A page of another site is led here with its own origin, or under another name of this machine.
    const { headers } = request;
    if (!app.site.isOwnName(headers.host) || !app.site.isOwnPage(headers)) return refuseUpgrade(socket);
    sockets.handleUpgrade(request, socket, head, (opened) => hub.take(opened));
  });
  // Fastify waits for connections to end, and an upgraded one never does by itself.
  app.addHook('preClose', async () => {
    hub.stop();
    await new Promise((resolve) => sockets.close(resolve));
  });
}

const refuseUpgrade = (socket: Duplex): void =>
  endWith(socket, '403 Forbidden', { message: 'Not from this site', code: 'forbidden', requestId: randomUUID() });
