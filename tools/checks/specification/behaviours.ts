import { named, type Line, type NamedTest } from './line.ts';

const records = 'e2e/catalogue/records.test.ts';
const session = 'e2e/identity/session.test.ts';
const tests = {
  mapToken: named(
    'e2e/fleet/map-settings.test.ts',
    'the active map setting is drawn and its token is kept until one signs out; what fails leaves the next ground, and the map says so',
  ),
  done: named(
    records,
    'what is done is confirmed by the server’s message, or the default where it has none, and the list is asked for again',
  ),
  refused: named(
    records,
    'a refused call says why, or that something went wrong; what is not there is no message, and the bar shows until all is answered',
  ),
  flipped: named(records, 'a status moves at once, and back when the server refuses'),
  picker: named(records, 'a picker searches on the server, and makes what is missing without leaving the form'),
  kept: named(
    session,
    'what is kept is encrypted, its token goes with every call, and a 401 clears it and leads to the sign-in page',
  ),
  signedOut: named(session, 'a sign-in is kept, and signing out leaves nothing of it'),
  bar: named('e2e/catalogue/toasts.test.ts', 'the bar floats and is white until somebody chooses otherwise'),
  expired: named(
    session,
    'a session that the server does not know any more is over before the first page, and says so',
  ),
  forbidden: named(
    session,
    'a call that is refused with 403 fetches the permissions anew, keeps them, and leads to the dashboard',
  ),
  tabs: named(session, 'tabs are kept under their keys, and stay over a reload'),
  language: named('kit/web/texts/language-file.test.ts', 'the language file is asked for again after %s'),
  fiveTimes: named(
    'kit/web/texts/language-file.test.ts',
    'the language file is asked for five times more, 350 ms after the first failure and ever later',
  ),
  english: named(
    'kit/web/texts/language-file.test.ts',
    'the language is English, and English stands in for what another language lacks',
  ),
  standsIn: named(
    session,
    'the language file that could not be had is asked for again, whatever the failure, and English stands in meanwhile',
  ),
  counted: named(
    'apps/web/specification.test.ts',
    'the loading indicator shows while anything is under way, and its count never falls below zero',
  ),
  chunk: named(
    'apps/web/specification.test.ts',
    'fetching a part of the program is given up after 120 seconds, and asked for anew the next time',
  ),
  screens: named('apps/web/areas.test.ts', 'every page of the product has its screen, and every catalogue has pages'),
  edited: named('e2e/catalogue/list.test.ts', 'a record is created, edited, deleted and brought back with Undo'),
  acting: named(
    'e2e/identity/impersonation.test.ts',
    'staff act as a client with a reason, change what the client may, return, and the history names both',
  ),
  bare: named(
    'areas/identity/impersonation/impersonation.test.ts',
    'the bare call of the specification answers a bearer of the same site only, and once in five seconds',
  ),
  firebase: named(
    'areas/identity/accounts/new-account.test.ts',
    'with a firebase token the account is made for the person it names, and for nobody else',
  ),
  noBody: named(
    'tools/checks/specification/calls.test.ts',
    'a status is turned by a call without a body, and one with a body is refused',
  ),
  ownForms: named(
    'apps/web/specification.test.ts',
    'our own forms send what the specification has as multipart so, also where no file goes along',
  ),
  noToken: named('tools/checks/specification/calls.test.ts', 'without a token every call is answered 401'),
  parameters: named(
    'tools/checks/specification/calls.test.ts',
    'a parameter that a call does not have is refused by its name',
  ),
  requestStatus: named(
    'areas/helpdesk/tickets/tickets.test.ts',
    'a customer opens again what was resolved, closes it and rates it; what is closed stays',
  ),
  policyHistory: named(
    'areas/policies/policies.test.ts',
    'endorsed and cancelled: versions with their own days, cover that ends the day before',
  ),
} as const satisfies Readonly<Record<string, NamedTest>>;

const line = (id: string, says: string, test?: NamedTest): Line => ({ id, says, ...(test ? { test } : {}) });

/** What the specification says that the product does, by its sections. */
export const behaviours: Readonly<Record<string, readonly Line[]>> = {
  '1. What the product does and for whom': [
    line(
      'language file',
      'The language file is fetched by GET from `/assets/locales`, one for each language.',
      tests.language,
    ),
    line(
      'language retries',
      'It is fetched again after any failure: no answer, a refusal, something else than texts.',
      tests.language,
    ),
    line('language five times', 'It is fetched up to five times more, from 350 ms on.', tests.fiveTimes),
    line('language stand-in', 'English stands in until it is there, and where it never comes.', tests.standsIn),
    line('language English', 'The language is English, with English as fallback.', tests.english),
    line('loading count', 'The loading indicator is counted, and shows while the count is above zero.', tests.counted),
    line('loading two', 'Of two calls the first answer does not take it away.', tests.refused),
  ],
  '2. Screens and routes': [
    line('to login', '`/login` is where a 401 leads.', tests.kept),
    line('to dashboard', '`/dashboard` is where a 403 leads.', tests.forbidden),
    line('screens', 'Every catalogue has a management screen.', tests.screens),
    line('screens write', 'It lists, creates, edits and deletes.', tests.edited),
    line('screens flip', 'It turns the status.', tests.flipped),
    line('module tab', 'The module page remembers its tab as `modulePageActiveTab`.', tests.tabs),
    line('transaction tab', 'The transaction page remembers its tab as `transactionPageTab`.', tests.tabs),
    line('lazy', 'Pages are fetched when they are first shown.', tests.chunk),
    line('toast place', 'Toasts appear at the top right and close by themselves after two seconds.', tests.done),
  ],
  '3. What the browser keeps': [
    line(
      'sealed',
      'What lies in local storage is encrypted: with a key of the browser that no script can read, instead of a fixed secret (decision 0002).',
      tests.kept,
    ),
    line('tabs', 'Tabs of the profile, of modules and of records are kept under their keys.', tests.tabs),
    line('take ownership', '`takeOwnerShip` keeps that somebody began to take a vehicle over.', tests.tabs),
    line('map token', '`mappleAccessToken` keeps the token of the active map setting.', tests.mapToken),
  ],
  '3. Layout on screen': [line('white bar', 'The navbar floats and is white.', tests.bar)],
  '4. States and transitions': [
    line('login keeps', 'Signing in stores user data, access token and permissions.', tests.signedOut),
    line('logout clears', 'Signing out clears user data, token and permissions.', tests.signedOut),
    line('401 clears', 'A 401 clears user data, token and permissions.', tests.kept),
    line(
      'impersonation',
      'Acting as somebody else puts the own token aside (`_origin`), and it is taken up again.',
      tests.acting,
    ),
    line('status', 'A status is switched by PUT to the status path without a body.', tests.noBody),
    line('reload', 'After create, update, delete and status the list is loaded again.', tests.done),
    line('ticket statuses', 'Tickets have request statuses.', tests.requestStatus),
    line('policy history', 'Policies have a history of each vehicle.', tests.policyHistory),
  ],
  '6. Roles and permissions': [
    line('permissions', 'Permissions are fetched after a 403, and stored.', tests.forbidden),
    line('sign in as', 'An administrator signs in as somebody else by the id of the user.', tests.bare),
  ],
  '7. All calls': [
    line('token', 'Every call carries the stored token in its Authorization header.', tests.kept),
    line('no token', 'A call without a token is answered 401.', tests.noToken),
    line('firebase', '`POST /user` reads a token of Firebase from the header `firebase`.', tests.firebase),
    line('strict', 'A parameter that a call does not have is refused, never ignored.', tests.parameters),
    line(
      'own multipart',
      'Our own forms send brands, vehicle KYC documents and models as multipart, also on update.',
      tests.ownForms,
    ),
  ],
  '8. Errors': [
    line('401', '401: the session is cleared, and `/login` shown.', tests.kept),
    line('403', '403: permissions are fetched again, and `/dashboard` shown.', tests.forbidden),
    line('404', '404: the call is rejected, and nothing is said.', tests.refused),
    line('blob', 'An error in answer to a call for a file is read as JSON.', tests.refused),
    line('verify', 'A failed check of the token: ‘Session Expired!’', tests.expired),
    line(
      'error toast',
      'Any other failure: a toast with the server’s message, or ‘Something went wrong!’',
      tests.refused,
    ),
    line('indicator off', 'The loading indicator goes after a failure as well.', tests.refused),
    line(
      'status failure',
      'The message of a failed status change is shown (a known defect of the original).',
      tests.flipped,
    ),
    line('success toast', 'A success is confirmed by the server’s message, or by the default text.', tests.done),
  ],
  '9. Constants and limits': [
    line('picker', 'A picker asks for its first rows with `option=true` and `take=5`.', tests.picker),
    line(
      'host',
      'Calls go to where the page comes from, instead of a host in the configuration (decision 0002).',
      tests.kept,
    ),
    line('chunk', 'Fetching a part of the program is given up after 120 seconds.', tests.chunk),
  ],
};
