import type { Moment, Reading } from './protocol.ts';

export type TrackerRequest = {
  readonly method: string;
  /** Path and query, as on the wire. */
  readonly uri: string;
  /** Names in any case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** What a request said; `token` is the device's own secret, which the caller compares. */
export type DecodedRequest = {
  readonly identity?: string;
  readonly token?: string;
  readonly readings: readonly Reading[];
  /** The answer once everything is stored. */
  readonly status: number;
  readonly body: string;
  readonly refused?: string;
  /** The kind of a message that no reader has, see `Decoded`. */
  readonly unread?: string;
};

export type RequestProtocol = {
  readonly name: string;
  readonly maxBodyBytes: number;
  /** Never throws, whatever the request is. */
  read(request: TrackerRequest, at: Moment): DecodedRequest;
};

/** Whose request it is cannot be told, or nothing in it makes sense: the client is not to send it again. */
export const badRequest = (refused: string): DecodedRequest => ({ readings: [], status: 400, body: '', refused });

export function headerOf(request: TrackerRequest, name: string): string | undefined {
  for (const [key, value] of Object.entries(request.headers)) if (key.toLowerCase() === name) return value;
  return undefined;
}

/** The device's own secret: a Bearer header, or `token` among the parameters, since old clients can only set an address. */
export function tokenOf(request: TrackerRequest, parameters: URLSearchParams): string | undefined {
  const bearer = /^Bearer (.+)$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  return bearer ?? parameters.get('token') ?? undefined;
}

export const queryOf = (uri: string): URLSearchParams =>
  new URLSearchParams(uri.includes('?') ? uri.slice(uri.indexOf('?')) : '');
