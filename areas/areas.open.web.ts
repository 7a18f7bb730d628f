import type { LazyPage } from '#kit/web/lazy.ts';
import { open as helpdesk } from './helpdesk/helpdesk.open.web.ts';
import { open as identity } from './identity/identity.open.web.ts';
import { open as people } from './people/people.open.web.ts';
import { open as sharelinks } from './sharelinks/sharelinks.open.web.ts';

/**
 * Pages that ask for no session, by their path. They stand apart from areas.web.ts, so that whoever signs in does not wait for
 * the whole product first. An area with none has no line here.
 */
export const openScreens: Readonly<Record<string, LazyPage<object>>> = {
  ...helpdesk,
  ...identity,
  ...people,
  ...sharelinks,
};
