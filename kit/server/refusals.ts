import { type ErrorBody, type ErrorCode, errorCodes } from '#kit/contract/answers.ts';

/** What the caller did wrong, in words for the caller. Everything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: Partial<Pick<ErrorBody, 'fields' | 'references' | 'current' | 'existing'>>;
  /** Seconds for a Retry-After header. */
  readonly retryAfterS: number | undefined;
  constructor(code: ErrorCode, message: string, details: Refusal['details'] = {}, retryAfterS?: number) {
    // Where it was refused nobody asks; to note it would cost more than most of what is refused.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.details = details;
    this.retryAfterS = retryAfterS;
  }
  get status(): number {
    return errorCodes[this.code];
  }
}

type FieldMessages = Record<string, string>;
const summary = (fields: FieldMessages) => {
  const [first, ...rest] = Object.values(fields);
  return rest.length === 0 && first ? first : `${Object.keys(fields).length} fields need correction`;
};

/** One function per kind of refusal. Throw what it returns. */
export const refuse = {
  badInput: (fields: FieldMessages, message = summary(fields)) => new Refusal('bad_input', message, { fields }),
  /** @param retryAfterS seconds until another try is taken. */
  unauthorised: (message = 'Sign in to continue', fields?: FieldMessages, retryAfterS?: number) =>
    new Refusal('unauthorised', message, fields ? { fields } : {}, retryAfterS),
  forbidden: (message = 'You do not have permission to do this') => new Refusal('forbidden', message),
  confirmFirst: () => new Refusal('prove_first', 'Enter your password again to continue'),
  /** @param name whom the caller acts as. */
  impersonating: (name: string) =>
    new Refusal(
      'impersonating',
      `You are signed in as ${name}. This cannot be done as another user: return to your own account first`,
    ),
  notFound: (message = 'Not found') => new Refusal('not_found', message),
  /** @param retryAfterS seconds until another try may go through. */
  conflict: (message: string, fields?: FieldMessages, retryAfterS?: number) =>
    new Refusal('conflict', message, fields ? { fields } : {}, retryAfterS),
  referenced: (message: string, references: NonNullable<ErrorBody['references']>) =>
    new Refusal('conflict', message, { references }),
  stale: (current: unknown) =>
    new Refusal('stale', 'Someone else changed this record since you opened it', { current }),
  tooLarge: (message: string, field?: string) =>
    new Refusal('too_large', message, field ? { fields: { [field]: message } } : {}),
  wrongType: (message: string, field?: string) =>
    new Refusal('wrong_type', message, field ? { fields: { [field]: message } } : {}),
  keyReused: () => new Refusal('key_reused', 'This Idempotency-Key was used for a different request'),
  tooMany: (message: string, retryAfterS: number) => new Refusal('too_many', message, {}, retryAfterS),
  unavailable: (message = 'The database is not available at the moment. Try again shortly', retryAfterS = 2) =>
    new Refusal('unavailable', message, {}, retryAfterS),
};
