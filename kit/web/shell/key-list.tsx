import { useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';
import type { PlainTextKey } from '../texts/texts.ts';
import { pageKeys } from './keys-help.tsx';
import { keysOfPage } from './menu/page-keys.ts';
import { useMenu } from './menu/menu.tsx';

/** All keys of the product, by where they work. */
export function KeyList() {
  const t = useT();
  const [on] = useKept('shortcuts');
  const pages = pageKeys(useMenu().flatMap((group) => group.items));
  const lists: [PlainTextKey, [string[], string][]][] = [
    ...keysOfPage().map(({ title, keys }): [PlainTextKey, [string[], string][]] => [
      title,
      keys.map(([combination, what]) => [[...combination], t(what)]),
    ]),
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
    <>
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
    </>
  );
}
