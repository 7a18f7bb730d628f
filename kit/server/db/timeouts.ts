/** A frozen server cannot enforce its own limits, so the client has some as well: together under 3 s for any request. */
export const timeouts = {
  /** How long a request waits for a connection. */
  connectMs: 900,
  /** How long a connection may take that is made for the next. */
  openMs: 5_000,
  statementMs: 1_500,
  queryMs: 1_800,
  lockMs: 1_000,
  idleTransactionMs: 10_000,
};
