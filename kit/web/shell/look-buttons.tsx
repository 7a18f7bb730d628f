import { IconMoon, IconSun, IconTextDirectionLtr, IconTextDirectionRtl } from '@tabler/icons-react';
import { useT } from '../i18n.ts';
import { useKept } from '../storage/store.ts';

/** Light or dark. @param props.isForDesks not shown on a phone. */
export function SkinButton({ isForDesks = false }: { isForDesks?: boolean }) {
  const t = useT();
  const [skin, setSkin] = useKept('skin');
  const Icon = skin === 'light' ? IconMoon : IconSun;
  return (
    <button
      type="button"
      className={isForDesks ? 'btn g ic d-only' : 'btn g ic'}
      aria-label={t('shell.skin')}
      onClick={() => setSkin(skin === 'light' ? 'dark' : 'light')}
    >
      <Icon className="i" aria-hidden="true" />
    </button>
  );
}

/** Left to right, or right to left. @param props.isForDesks not shown on a phone. */
export function DirectionButton({ isForDesks = false }: { isForDesks?: boolean }) {
  const t = useT();
  const [direction, setDirection] = useKept('direction');
  const Icon = direction === 'ltr' ? IconTextDirectionRtl : IconTextDirectionLtr;
  return (
    <button
      type="button"
      className={isForDesks ? 'btn g ic d-only' : 'btn g ic'}
      aria-label={t('shell.direction')}
      onClick={() => setDirection(direction === 'ltr' ? 'rtl' : 'ltr')}
    >
      <Icon className="i" aria-hidden="true" />
    </button>
  );
}
