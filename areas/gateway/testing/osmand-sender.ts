import { once } from 'node:events';
import { connect } from 'node:net';
import type { TrackFix } from '#telematics/pipeline/fix.ts';

/** How many requests are on their way at once. */
const inFlight = 400;
const kmhOfKnot = 1.852;

/** What the Traccar Client asks of the server for a fix; speed is in knots. */
export function osmandRequest(id: string, { time, lat, lon, accuracyM, speedKmh }: TrackFix): string {
  const query = new URLSearchParams({
    id,
    lat: String(lat),
    lon: String(lon),
    timestamp: new Date(time).toISOString(),
  });
  if (accuracyM !== null) query.set('accuracy', String(accuracyM));
  if (speedKmh !== null) query.set('speed', String(speedKmh / kmhOfKnot));
  return `GET /?${query.toString()} HTTP/1.1\r\nhost: devices\r\n\r\n`;
}

/** Sends requests over one connection in their order, and resolves when each is answered. @throws Error of an answer that is not 200. */
export async function sendInOrder(port: number | undefined, requests: readonly string[]): Promise<void> {
  if (port === undefined) throw new Error('There is no door');
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  let [sent, answered, rest] = [0, 0, ''];
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      const end = Math.min(requests.length, answered + inFlight);
      if (end > sent) socket.write(requests.slice(sent, end).join(''));
      sent = end;
      if (answered === requests.length) resolve();
    };
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (!line.startsWith('HTTP/1.1 ')) continue;
        if (!line.startsWith('HTTP/1.1 200')) reject(new Error(`Answered ${line}`));
        answered += 1;
      }
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The door was shut')));
    send();
  }).finally(() => socket.destroy());
}
