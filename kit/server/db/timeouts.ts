/** A frozen server cannot enforce its own limits, so the client has some as well: together under 3 s for any request. */
export const timeouts = {
  connectMs: 900,
  statementMs: 1_500,
  queryMs: 1_800,
  lockMs: 1_000,
  idleTransactionMs: 10_000,
};
