import { createServer, type Socket } from 'node:net';
import { FrameStream } from '../../protocols/frame-stream.ts';
import { requestProtocols, socketProtocols } from '../../protocols/index.ts';
import type { Reading } from '../../protocols/protocol.ts';

/** A server as small as can be that reads with the real readers. `cut` hangs up on everybody. */
export async function startSmallServer(protocol: string, { acknowledges = true } = {}) {
  const stored: { identity: string | undefined; reading: Reading }[] = [];
  const sockets = new Set<Socket>();
  const state = { acknowledges, unanswered: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const answer = (bytes: Buffer | string) => {
      if (state.acknowledges) socket.write(bytes);
      else state.unanswered += 1;
    };
    if (requestProtocols[protocol]) return serveRequests(protocol, socket, stored, answer);
    const reader = socketProtocols[protocol];
    if (!reader) throw new Error(`No protocol ${protocol}`);
    const conversation = reader.open({ checksum: 'strict', transport: 'stream' });
    const stream = new FrameStream(conversation, reader.maxFrameBytes);
    let identity: string | undefined;
    socket.on('data', (bytes: Buffer) => {
      for (const frame of stream.push(bytes)) {
        const decoded = conversation.read(frame, { now: Date.now() });
        identity = decoded.identity ?? identity;
        if (decoded.refused !== undefined) throw new Error(`${protocol}: ${decoded.refused}`);
        for (const reading of decoded.readings) stored.push({ identity, reading });
        if (decoded.reply) answer(decoded.reply);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    stored,
    sockets,
    state,
    port: typeof address === 'object' && address ? address.port : 0,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function serveRequests(
  protocol: string,
  socket: Socket,
  stored: { identity: string | undefined; reading: Reading }[],
  answer: (text: string) => void,
): void {
  let text = '';
  socket.on('data', (bytes: Buffer) => {
    text += bytes.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const [method = '', uri = ''] = text.split(' ');
      text = text.slice(end + 4);
      const decoded = requestProtocols[protocol]?.read({ method, uri, headers: {}, body: '' }, { now: Date.now() });
      for (const reading of decoded?.readings ?? []) stored.push({ identity: decoded?.identity, reading });
      answer(`HTTP/1.1 ${decoded?.status} OK\r\nContent-Length: 0\r\n\r\n`);
    }
  });
}
