/** What one client, and all of them together, may take of the server. Times in milliseconds, sizes in bytes. */
export const clientLimits = {
  /** Connections at a time, sockets of the live hub included; when they are used up, idle ones are closed. */
  connections: 10_000,
  /** From the first byte of a request, or from the connection itself, to the end of its headers. */
  headersMs: 15_000,
  /** … and to the end of its body. */
  requestMs: 30_000,
  /** How often the two are looked at. */
  checkMs: 2_500,
  /** How long a connection without a request is kept. */
  idleMs: 72_000,
  /** Requests that may wait on a connection for the answers before theirs. */
  waitingRequests: 32,
  /** Body of a request without a session, where its route does not say otherwise. */
  publicBody: 16 * 1024,
  /** Bodies that are received or worked on, by what they announce: of one account, and of all. */
  bodiesOfOne: 56 * 1024 * 1024,
  bodies: 112 * 1024 * 1024,
  /** … and longer ones than `publicBody` without a session: of all who send some, and of one address half of it. */
  bodiesOfStrangers: 40 * 1024 * 1024,
  /** Bodies up to this size find room, whatever others send. */
  smallBody: 256 * 1024,
  /** How long a body waits for room before it is refused. */
  roomMs: 5_000,
  /** What is left of a body that was refused is read when it is no longer than this; otherwise the connection is closed. */
  unreadBody: 256 * 1024,
  /** An answer that is longer than this goes out in pieces, as the client takes them. */
  whole: 64 * 1024,
  piece: 16 * 1024,
  /** What may wait in a connection's own buffers before the source of an answer is asked for more. */
  unsent: 16 * 1024,
  /** A client takes so many bytes in so much time, or is cut off; from its first byte on, that is half a minute. */
  taken: 16 * 1024,
  stuckMs: 25_000,
  /** What whole answers may hold that slow clients have not taken; beyond it, the slowest are cut off at once … */
  held: 32 * 1024 * 1024,
  /** … that take fewer bytes a second than this. */
  slowRate: 4 * 1024,
  /** How often slow clients are looked at. */
  tickMs: 250,
};
export type ClientLimits = Readonly<typeof clientLimits>;
