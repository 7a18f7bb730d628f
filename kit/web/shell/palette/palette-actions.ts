import { inSentence } from '#kit/contract/catalogue.ts';
import { seenBy } from '#kit/contract/reader/seen-by.ts';
import { allCatalogues } from '../../catalogue/all.ts';
import { useT } from '../../i18n.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import type { Entry } from './entry.ts';
import { signOut } from '../sign-out.ts';

/** What the frame of the pages does for the palette. */
export interface FrameActions {
  onCustomise: () => void;
  onSignedOut: () => void;
}

/**
 * What can be done from everywhere: new records, the look, the own account.
 * @param words what was typed: new records of every catalogue are offered to somebody who looks for one.
 */
export function useActions(words: string, frame: FrameActions): Entry[] {
  const t = useT();
  const can = useCan();
  const [user] = useKept('userData');
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  const [layout, setLayout] = useKept('layout');
  const [density, setDensity] = useKept('density');
  const action = (key: string, name: string, icon: string, rest: Pick<Entry, 'to' | 'run' | 'words'>): Entry => ({
    key,
    group: 'actions',
    name,
    kind: '',
    icon,
    ...rest,
  });
  const isVertical = layout.kind === 'vertical';
  const created = allCatalogues()
    .filter(({ path }) => can(path, 'create'))
    .map((one) => seenBy(one, user?.kind))
    .map(({ path, one }) =>
      action(`new ${path}`, t('catalogue.new', { one: inSentence(one) }), 'plus', { to: `/${path}/new` }),
    );
  return [
    ...(words.trim() ? created : []),
    action('skin', t(skin === 'light' ? 'palette.dark' : 'palette.light'), skin === 'light' ? 'moon' : 'sun', {
      run: () => setSkin(skin === 'light' ? 'dark' : 'light'),
    }),
    action('direction', t('palette.direction'), 'adjustments-horizontal', {
      run: () => setDirection(direction === 'ltr' ? 'rtl' : 'ltr'),
    }),
    action('layout', t(isVertical ? 'palette.horizontal' : 'palette.vertical'), 'layout', {
      run: () => setLayout({ ...layout, kind: isVertical ? 'horizontal' : 'vertical' }),
    }),
    ...(isVertical
      ? [
          action('menu', t(layout.menuHidden ? 'palette.showMenu' : 'palette.hideMenu'), 'layout', {
            run: () => setLayout({ ...layout, menuHidden: !layout.menuHidden }),
          }),
        ]
      : []),
    action('density', t(density === 'compact' ? 'palette.normal' : 'palette.compact'), 'layout', {
      run: () => setDensity(density === 'compact' ? 'normal' : 'compact'),
    }),
    action('customise', t('layout.title'), 'adjustments-horizontal', {
      run: frame.onCustomise,
      words: t('palette.settings'),
    }),
    action('profile', t('profile.title'), 'user', { to: '/profile', words: t('palette.settings') }),
    action('sign-out', t('shell.signOut'), 'logout', { run: () => void signOut().then(frame.onSignedOut) }),
  ];
}
