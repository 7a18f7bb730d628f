import type { Duplex } from 'node:stream';
import type { ErrorBody } from '#kit/contract/answers.ts';

/** How long the other end has to fetch the last words, milliseconds. */
const lastMs = 1_000;

/**
 * Writes an answer to a bare connection and closes it, also where the other end neither reads nor closes its own: an end that
 * is only announced leaves the connection open for as long as a client likes.
 * @param status with its words, like '403 Forbidden'.
 */
export function endWith(socket: Duplex, status: string, answer: ErrorBody): void {
  const body = JSON.stringify(answer);
  closeSoon(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Ends a connection, and closes it a moment later whatever the other end does. @param last words to it. */
export function closeSoon(socket: Duplex, last?: string): void {
  socket.on('error', () => undefined);
  const timer = setTimeout(() => socket.destroy(), lastMs).unref();
  socket.once('close', () => clearTimeout(timer));
  if (last === undefined) socket.end();
  else socket.end(last);
}
