import * as z from 'zod/mini';

/** A token as the provider gave it. */
export interface FetchedToken {
  token: string;
  expiresAt: Date;
}
/** `refused`: the credentials are wrong, and trying again is of no use. */
export type TokenAnswer = { is: 'given'; token: FetchedToken } | { is: 'refused' } | { is: 'away' };

/** Exchanges client ID and secret for an access token. Never throws. */
export type TokenSource = (clientId: string, clientSecret: string, now: Date) => Promise<TokenAnswer>;

/** Where Mappls gives tokens, by OAuth 2 client credentials. */
export const mapplsTokenUrl = new URL('https://outpost.mappls.com/api/security/oauth/token');
/** A write waits for it. */
const timeoutMs = 2_000;
const mostBytes = 20_000;

const answerSchema = z.object({
  access_token: z.string().check(z.maxLength(400), z.regex(/^[\w.~+/=-]+$/)),
  expires_in: z.coerce.number().check(z.gte(60), z.lte(366 * 86_400)),
});

/** @param url another address than the provider's, for tests. */
export const mapplsTokens =
  (url: URL = mapplsTokenUrl): TokenSource =>
  async (clientId, clientSecret, now) => {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
        // The secret goes to this address and to no other.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return { is: 'refused' };
      if (!answer.ok || Number(answer.headers.get('content-length') ?? 0) > mostBytes) return { is: 'away' };
      const read = answerSchema.safeParse(await answer.json());
      if (!read.success) return { is: 'away' };
      const { access_token: token, expires_in: seconds } = read.data;
      return { is: 'given', token: { token, expiresAt: new Date(now.getTime() + seconds * 1_000) } };
    } catch {
      // No network, no answer in time, or no JSON. What was sent is in none of these errors that anybody keeps.
      return { is: 'away' };
    }
  };
