/** Bounds of the live hub; times in milliseconds of the machine's own clock, sizes in bytes. */
export const liveLimits = {
  /** From the upgrade to the ticket. */
  ticketWaitMs: 5_000,
  /** Life of a ticket, by the product's clock. */
  ticketLifeMs: 30_000,
  /** Unused tickets of one session; the oldest goes. Tabs that come back together take one each. */
  ticketsPerSession: 10,
  /** Sockets that have not shown a ticket yet; the oldest goes, so that whoever shows it at once always gets in. */
  waitingSockets: 1_000,
  socketsPerPerson: 5,
  /** Of people without a session, all together. */
  guestSockets: 2_000,
  subscriptionsPerSocket: 50,
  /** Pings, pongs and messages of a client. */
  messagesPerSecond: 20,
  messageBytes: 64 * 1024,
  fragments: 64,
  /** Pieces of an unfinished frame. */
  pieces: 1_024,
  pingMs: 25_000,
  /** A socket that was silent for so long, pongs included, is dead: two pings went unanswered. */
  silentMs: 55_000,
  /** What may wait in the socket before messages are held back in its queue. */
  bufferedBytes: 32 * 1024,
  /** What may wait in the queue; whoever is further behind is better off starting anew. */
  queuedBytes: 32 * 1024,
  /** A reader who takes nothing for so long is dropped. */
  stuckMs: 30_000,
  /** How often every session is looked at again. */
  checkMs: 2_000,
  /** Nothing is told to a session that was not found alive for so long, as when the database is away. */
  believedMs: 5_000,
  /** From the close frame to the end of the connection. */
  closeMs: 2_000,
  /** How often the above is looked at. */
  tickMs: 1_000,
};
export type LiveLimits = Readonly<typeof liveLimits>;
