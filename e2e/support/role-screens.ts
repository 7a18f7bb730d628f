import type { Page } from 'playwright-core';
import { type Opens, shown } from './dress.ts';
import { go } from './go.ts';

/** Ids that the screens of roles show. */
export type FoundRoles = Record<'support' | 'operations' | 'meera', string>;

/** Screens of roles and modules, with how they are opened. @param found filled in before one is opened */
export function roleScreens(url: string, found: FoundRoles): readonly (readonly [name: string, open: Opens])[] {
  const at = (page: Page, path: string) => go(page, url + path);
  return [
    [
      'roles',
      async (page) => {
        await at(page, '/role');
        await page.getByRole('button', { name: 'Move Support up' }).click();
        return shown(page.getByRole('button', { name: 'Move Support down' }));
      },
    ],
    [
      'a role',
      async (page) => {
        await at(page, `/role/${found.support}`);
        return shown(page.getByRole('table'));
      },
    ],
    [
      'people of a role',
      async (page) => {
        await at(page, `/role/${found.support}?tab=people`);
        return shown(page.getByRole('heading', { level: 1, name: 'Support' }));
      },
    ],
    [
      'history of a role',
      async (page) => {
        await at(page, `/role/${found.support}?tab=history`);
        return shown(page.getByText(/Changed/).last());
      },
    ],
    [
      'a role that is edited',
      async (page) => {
        await at(page, `/role/${found.support}/edit`);
        const box = page.getByRole('checkbox', { name: 'Ownership transfers: View' });
        await box.uncheck();
        return shown(box);
      },
    ],
    [
      'a new role',
      async (page) => {
        await at(page, '/role/new');
        return shown(page.getByRole('grid'));
      },
    ],
    [
      'two roles compared',
      async (page) => {
        await at(page, `/role/compare?a=${found.support}&b=${found.operations}`);
        return shown(page.getByRole('table'));
      },
    ],
    [
      'modules',
      async (page) => {
        await at(page, '/module');
        return shown(page.getByText('/rto'));
      },
    ],
    [
      'why somebody may',
      async (page) => {
        await at(page, `/access/why?userId=${found.meera}&kind=app-user&module=rto&action=view`);
        return shown(page.getByText(/^Yes:/));
      },
    ],
    [
      'what everybody works on',
      async (page) => {
        await at(page, '/user/scope');
        return shown(page.getByRole('link', { name: 'Omkar Patil' }));
      },
    ],
  ];
}
