import { createSocket, type Socket } from 'node:dgram';
import type { SocketProtocol } from '#telematics/protocols/protocol.ts';
import { guarded, type Hub } from './admission.ts';
import { Link } from './connection.ts';

/** Takes datagrams: each says by itself who sends it, and is answered by itself. */
export function createUdpListener(hub: Hub, protocol: SocketProtocol, isIpv6: boolean): Socket {
  const socket = createSocket(isIpv6 ? 'udp6' : 'udp4', (bytes, from) => {
    // Nothing tells a device to wait: what is not answered is sent again.
    if (hub.ingest.isFull || bytes.length > protocol.maxFrameBytes) return;
    const link = new Link(hub, protocol, 'datagram', {
      address: from.address,
      send: (reply) => socket.send(reply, from.port, from.address, () => undefined),
      close: () => undefined,
      met: () => undefined,
      goOn: () => undefined,
    });
    guarded(
      hub,
      () => link.push(bytes),
      () => undefined,
    );
  });
  // One bad address to answer to is no reason to close.
  socket.on('error', () => undefined);
  return socket;
}
