import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { PermittedModule } from '#kit/contract/rights.ts';
import { useT } from '../i18n.ts';
import { useShortcuts } from '../use-shortcuts.ts';
import { LateModal } from '../ui/late.tsx';
import { lazyPage } from '../lazy.ts';
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

const KeyList = lazyPage(async () => (await import('./key-list.tsx')).KeyList);

/** The keys of the whole product: '?' lists them all, 'g' and a letter goes to a page. */
export function KeysHelp() {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const pages = pageKeys(useMenu().flatMap((group) => group.items));
  useShortcuts({
    '?': () => setOpen(true),
    ...Object.fromEntries(pages.map(([key, page]) => [`g ${key}`, () => void navigate({ to: page.route ?? '/' })])),
  });
  return (
    <LateModal opened={open} onClose={() => setOpen(false)} size={760} title={t('keys.title')} zIndex={500}>
      <Suspense fallback={null}>
        <KeyList />
      </Suspense>
    </LateModal>
  );
}
