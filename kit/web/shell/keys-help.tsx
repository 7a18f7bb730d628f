import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { LateModal } from '../ui/late.tsx';
import type { PlainTextKey } from '../texts/texts.ts';
import { useMenu } from './menu/menu.tsx';

/** The second key of 'g …' for each page: the first letter of its name that is still free, else whatever key is. */
export function pageKeys(pages: readonly PermittedModule[]): [string, PermittedModule][] {
  const keyOf = new Map<PermittedModule, string>();
  const give = (page: PermittedModule, wanted: string) => {
    const taken = new Set(keyOf.values());
    const key = wanted.split('').find((one) => !taken.has(one));
    if (key) keyOf.set(page, key);
  };
  for (const page of pages)
    give(page, (page.key === 'dashboard' ? 'd' : '') + page.name.toLowerCase().replace(/[^a-z]/g, ''));
  for (const page of pages) if (!keyOf.has(page)) give(page, 'abcdefghijklmnopqrstuvwxyz1234567890');
  return pages.flatMap((page) => {
    const key = keyOf.get(page);
    return key ? [[key, page] as [string, PermittedModule]] : [];
  });
}

/** The keys of the whole product: '?' lists them all, 'g' and a letter goes to a page. */
export function KeysHelp() {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [on] = useKept('shortcuts');
  const pages = pageKeys(useMenu().flatMap((group) => group.items));
  useShortcuts({
    '?': () => setOpen(true),
    ...Object.fromEntries(pages.map(([key, page]) => [`g ${key}`, () => void navigate({ to: page.route ?? '/' })])),
  });
  const lists: [PlainTextKey, [string[], string][]][] = [
    [
      'keys.everywhere',
      [
        [['Ctrl', 'K'], t('keys.palette')],
        [['?'], t('keys.help')],
        ...pages.map(([key, page]): [string[], string] => [['g', key], t('keys.goTo', { name: page.name })]),
      ],
    ],
    [
      'keys.list',
      [
        [['/'], t('keys.search')],
        [['c'], t('keys.create')],
        [['j', 'k'], t('keys.rows')],
        [['←', '↑', '→', '↓'], t('keys.arrows')],
        [['x'], t('keys.select')],
        [['Shift', 'x'], t('keys.range')],
        [['e'], t('keys.edit')],
        [['Enter', 'F2'], t('inline.keyEdit')],
        [['Esc'], t('inline.keyCancel')],
      ],
    ],
    [
      'keys.record',
      [
        [['e'], t('keys.editRecord')],
        [['Ctrl', 'S'], t('keys.save')],
        [['Esc'], t('keys.close')],
      ],
    ],
  ];
  return (
    <LateModal opened={open} onClose={() => setOpen(false)} size={760} title={t('keys.title')} zIndex={500}>
      {on ? null : <p className="alert due">{t('keys.off')}</p>}
      <div className="keys">
        {lists.map(([title, keys]) => (
          <section key={title} aria-label={t(title)}>
            <h3 className="h2">{t(title)}</h3>
            <dl>
              {keys.map(([combination, what]) => (
                <div key={what}>
                  <dt>{what}</dt>
                  <dd>
                    {combination.map((key) => (
                      <kbd key={key} className="kbd">
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </LateModal>
  );
}
