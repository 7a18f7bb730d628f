import type { PermittedModule, UserData } from '#kit/contract/rights.ts';
import { api, base, navigation } from './api.ts';
import { t } from './i18n.ts';
import { clearSession, endOf, inTurn, isSignedIn, refreshed, schedule, type SignedIn } from './session.ts';
import { defaults, type Kept, type Origin, personalKeys, store, tokenType } from './storage/store.ts';
import { switching } from './switching.ts';
import { toast } from './toast.tsx';

/** Acting as somebody else: whom, and why. They are told the reason. */
export interface ActAs {
  userId: string;
  reason: string;
  ticket?: string;
}
type Personal = Origin['kept'];

/** A token is used for the way back when it lasts at least this long. */
const aheadMs = 30_000;

/** A call with a certain token, past the common handling: the session is between two persons. */
async function ask(method: 'GET' | 'POST', path: string, token: string): Promise<Response> {
  const headers = { accept: 'application/json', 'x-client': 'web', authorization: `${tokenType} ${token}` };
  return fetch(base + path, { method, headers, credentials: 'same-origin' });
}

/** What is answered, or undefined when the token's session is over. @throws when the server is away */
async function read<T>(path: string, token: string): Promise<T | undefined> {
  const response = await ask('GET', path, token);
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401) return undefined;
  throw new Error(`The server answered ${response.status}`);
}

const modulesOf = async (token: string) => (await read<{ data: PermittedModule[] }>('/permission', token))?.data;

const pick = (from: Personal): Personal =>
  Object.fromEntries(personalKeys.map((key) => [key, from[key]])) as unknown as Personal;
const own = (): Personal =>
  pick(Object.fromEntries(personalKeys.map((key) => [key, store.get(key)])) as unknown as Kept);

/**
 * Acts as somebody else from here on, in every tab: one's own session is put aside under `_origin`, with what one looked at
 * last, and everything begins anew at their first page.
 * @throws ApiError when the server refuses; nothing has changed then
 */
export async function actAs(wanted: ActAs): Promise<void> {
  const given = await api.post<SignedIn>('/session/impersonation', { body: wanted, quiet: true });
  const modules = await modulesOf(given.accessToken);
  await inTurn(async () => {
    const accessToken = store.get('accessToken');
    const accessTokenExpiresAt = store.get('accessTokenExpiresAt');
    if (accessToken === null || accessTokenExpiresAt === null || modules === undefined) return;
    const returnTo = location.pathname + location.search;
    switching.begin();
    // In this order: no other tab may see the new token without knowing that it is not to be renewed.
    store.setAll({
      _origin: { accessToken, accessTokenExpiresAt, returnTo, kept: own() },
      accessTokenExpiresAt: endOf(given),
      accessToken: given.accessToken,
      userData: given.userData,
      _accessible: modules,
      ...pick(defaults),
    });
  });
  schedule();
  await switching.end('/dashboard');
}

/** One's own session as it is now, renewed where its token is about to end; undefined when it is over. */
async function ownSession(
  origin: Origin,
): Promise<{ accessToken: string; endsAt: string; userData: UserData } | undefined> {
  const { accessToken, accessTokenExpiresAt: endsAt } = origin;
  if (Date.parse(endsAt) - Date.now() > aheadMs) {
    const known = await read<{ userData: UserData }>('/token', accessToken);
    if (known) return { accessToken, endsAt, userData: known.userData };
  }
  const given = await refreshed();
  return given && { accessToken: given.accessToken, endsAt: endOf(given), userData: given.userData };
}

let returning: Promise<void> | undefined;

/**
 * Back to one's own account: ends the session as somebody else and takes up one's own, anew where it has to be. Where that
 * is over as well, to the sign-in page.
 * @param why 'asked' by the person, or because the other session has 'ended' by itself
 */
export function toOwn(why: 'asked' | 'ended'): Promise<void> {
  returning ??= goBack(why)
    .catch(() => {
      // No network: everything stays as it is, and the next try goes on from here.
      toast.error(t('error.offline'));
    })
    .finally(() => (returning = undefined));
  return returning;
}

async function goBack(why: 'asked' | 'ended'): Promise<void> {
  const returnTo = await inTurn(async () => {
    const origin = store.get('_origin');
    const token = store.get('accessToken');
    // Another tab was quicker.
    if (!origin || token === null) return isSignedIn() ? null : undefined;
    const stopped = await ask('POST', '/session/impersonation/stop', token);
    if (!stopped.ok) throw new Error(`The server answered ${stopped.status}`);
    const session = await ownSession(origin);
    const modules = session && (await modulesOf(session.accessToken));
    if (!session || !modules) return undefined;
    switching.begin();
    // In this order: no other tab may take the token that is over for one's own.
    store.setAll({
      accessTokenExpiresAt: session.endsAt,
      accessToken: session.accessToken,
      _origin: null,
      userData: session.userData,
      _accessible: modules,
      ...pick(origin.kept),
    });
    return origin.returnTo;
  });
  if (returnTo === null) return;
  if (returnTo === undefined) {
    clearSession();
    navigation.toLogin('ended');
    return;
  }
  schedule();
  await switching.end(returnTo);
  toast.success(t(why === 'asked' ? 'acting.back' : 'acting.over'));
}

/** Signs out altogether: as the other and as oneself. */
export async function leave(): Promise<void> {
  const origin = store.get('_origin');
  const token = store.get('accessToken');
  if (token !== null) await ask('POST', '/session/impersonation/stop', token).catch(() => undefined);
  if (origin) await ask('POST', '/logout', origin.accessToken).catch(() => undefined);
}
