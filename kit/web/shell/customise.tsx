import { useT } from '../i18n.ts';
import { type Layout, useKept } from '../storage/store.ts';
import type { PlainTextKey } from '../texts/texts.ts';
import { Segments, Switch } from '../ui/parts.tsx';
import { LateDrawer } from '../ui/late.tsx';
import { LanguageChoice } from '../texts/language-choice.tsx';

/** The switcher of skin and layout; every choice is kept for this browser. */
export function Customise({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useT();
  const [skin, setSkin] = useKept('skin');
  const [direction, setDirection] = useKept('direction');
  const [layout, setLayout] = useKept('layout');
  const [collapsed, setCollapsed] = useKept('menuCollapsed');
  const [density, setDensity] = useKept('density');
  const [shortcuts, setShortcuts] = useKept('shortcuts');
  const change = (part: Partial<Layout>) => setLayout({ ...layout, ...part });
  const option = <V extends string>(value: V, label: PlainTextKey) => ({ value, label: t(label) });
  return (
    <LateDrawer opened={opened} onClose={onClose} position="right" size={380} title={t('layout.title')}>
      <div className="col" style={{ gap: 20 }}>
        <LanguageChoice />
        <Segments
          label={t('layout.skin')}
          name="skin"
          value={skin}
          options={[option('light', 'layout.light'), option('dark', 'layout.dark')]}
          onChange={setSkin}
        />
        <Segments
          label={t('layout.menu')}
          name="layout"
          value={layout.kind}
          options={[option('vertical', 'layout.vertical'), option('horizontal', 'layout.horizontal')]}
          onChange={(kind) => change({ kind })}
        />
        <div className="col" style={{ gap: 8 }}>
          <Switch on={collapsed} label={t('layout.collapsed')} onToggle={() => setCollapsed(!collapsed)} />
          <Switch
            on={layout.menuHidden}
            label={t('layout.menuHidden')}
            onToggle={() => change({ menuHidden: !layout.menuHidden })}
          />
        </div>
        <Segments
          label={t('layout.width')}
          name="width"
          value={layout.width}
          options={[option('full', 'layout.full'), option('boxed', 'layout.boxed')]}
          onChange={(width) => change({ width })}
        />
        <Segments
          label={t('layout.navbar')}
          name="navbar"
          value={layout.navbar}
          options={[
            option('floating', 'layout.floating'),
            option('sticky', 'layout.sticky'),
            option('static', 'layout.static'),
            option('hidden', 'layout.hidden'),
          ]}
          onChange={(navbar) => change({ navbar })}
        />
        <Segments
          label={t('layout.footer')}
          name="footer"
          value={layout.footer}
          options={[
            option('static', 'layout.static'),
            option('sticky', 'layout.sticky'),
            option('hidden', 'layout.hidden'),
          ]}
          onChange={(footer) => change({ footer })}
        />
        <Segments
          label={t('layout.direction')}
          name="direction"
          value={direction}
          options={[option('ltr', 'layout.ltr'), option('rtl', 'layout.rtl')]}
          onChange={setDirection}
        />
        <Segments
          label={t('layout.density')}
          name="density"
          value={density}
          options={[option('normal', 'layout.normal'), option('compact', 'layout.compact')]}
          onChange={setDensity}
        />
        <Switch
          on={layout.scrollTop}
          label={t('layout.scrollTop')}
          onToggle={() => change({ scrollTop: !layout.scrollTop })}
        />
        <Switch on={shortcuts} label={t('layout.shortcuts')} onToggle={() => setShortcuts(!shortcuts)} />
      </div>
    </LateDrawer>
  );
}
