import { Refusal, refuse } from '#kit/server/refusals.ts';

/** SQLSTATE classes that mean "the database is away or overloaded", not "the statement is wrong". */
const awayStates = [
  /^08/,
  /^53/,
  /^57P0[1-5]$/,
  /^55P03$/,
  /^57014$/,
  /^25P0[34]$/,
  /^58/,
  /^XX00[12]$/,
  /^25006$/,
  /^26000$/,
];
const awayCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND', 'EAGAIN']);
const awayMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client was closed|Client has encountered a connection error|not queryable|timeout expired|Cannot use a pool after|socket hang up/i;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** True when an error says that the database cannot be reached or cannot answer in time. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // ENOENT of a connection is a socket that is gone; of a file it is none of the database's business.
  if (awayCodes.has(code) || (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect')) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return awayStates.some((state) => state.test(code));
  return awayMessages.test(error.message) || (error.cause !== undefined && isAway(error.cause));
}

/** What PostgreSQL refuses of a statement, and goes on with the next: a lock or an answer that took too long, a full disk. */
const refusedStates = new Set(['55P03', '57014', '53100', '25006']);

/** True when a failure leaves the connection as it was: the server said itself what is wrong with the statement. */
export const isRefused = (error: unknown): boolean => refusedStates.has(String(codeOf(error)));

/** True when a connection was found dead, as against a server that does not answer or does not take connections. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && ['ECONNRESET', 'EPIPE', '57P01', '57P02'].includes(String(error.code))) ||
    /Connection terminated|not queryable|Client has encountered a connection error/i.test(error.message));

/** The server is there, and stopped a statement that took too long. */
const isTooWide = (error: unknown) => codeOf(error) === '57014';
/** No answer came in time, and nobody said why: the server may stand still, or the machine have no time for it. */
const isUnanswered = (error: unknown) => error instanceof Error && /^Query read timeout/i.test(error.message);
/** For whoever waited in vain: whether it is the database or the server itself that is slow cannot be told. */
export const tooSlow = () => refuse.unavailable('This takes too long at the moment. Try again shortly');
/** A full disk: reads go on, writes are refused with words an operator understands. */
const isFull = (error: unknown) => codeOf(error) === '53100';
/** Nothing is written: the built-in database does so while there is little room left, see disk-guard.ts. */
const isReadOnly = (error: unknown) => codeOf(error) === '25006';

/** Turns a database error that means "away" into a 503 refusal; anything else comes back as it was. */
export function translateFailure(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  if (isFull(error)) return refuse.unavailable('The server’s disk is full, so nothing can be saved right now', 30);
  if (isReadOnly(error))
    return refuse.unavailable(
      'The database is read-only right now, most often because the server’s disk is full, so nothing can be saved',
      30,
    );
  if (isTooWide(error))
    return refuse.unavailable(
      'This took the database too long. Ask for less: search for more letters, narrow the filter, or sort by another column',
    );
  if (isUnanswered(error)) return tooSlow();
  // A value that passed our checks and that PostgreSQL cannot take, as in a cursor made by hand, is the caller's mistake.
  if (error instanceof Error && 'code' in error && /^22[0-9A-Z]{3}$/.test(String(error.code)))
    return refuse.badInput({ '': 'A value of the request cannot be used' });
  return isAway(error) ? refuse.unavailable() : error;
}
