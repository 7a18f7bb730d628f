import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { t } from '../i18n.ts';

const teal: MantineColorsTuple = [
  '#eef7f6',
  '#d8edeb',
  '#b1dbd7',
  '#82c5bf',
  '#52aaa4',
  '#2c8e88',
  '#16766f',
  '#0c615c',
  '#0a4f4b',
  '#083d3a',
];
const gray: MantineColorsTuple = [
  '#fafbfc',
  '#f4f6f8',
  '#eaeef1',
  '#dde3e7',
  '#c5ced4',
  '#94a1aa',
  '#62707a',
  '#47535c',
  '#29333a',
  '#12191e',
];
/** Mantine reads 0 as text and 7 as body. */
const dark: MantineColorsTuple = [
  '#e9eef1',
  '#b3bfc7',
  '#8f9ca6',
  '#6a7984',
  '#37434b',
  '#252f35',
  '#1d252a',
  '#151b1f',
  '#11171a',
  '#0d1215',
];

/** What all dialogs and drawers have in common; a function, as the words come with the language. */
const overlay = () => ({
  overlayProps: { color: 'var(--scrim)', backgroundOpacity: 1 },
  closeButtonProps: { 'aria-label': t('action.close') },
  transitionProps: { duration: 140 },
  // The page keeps its scroll bar, so nothing moves sideways under the dialog.
  lockScroll: false,
});

export const theme = createTheme({
  colors: { teal, gray, dark },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { md: '1.5' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  components: {
    // The focus goes to the first item, and a menu has nothing but items in it.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Drawer: { defaultProps: overlay },
    Modal: { defaultProps: overlay },
  },
  shadows: { xs: 'var(--sh-1)', sm: 'var(--sh-2)', md: 'var(--sh-2)', lg: 'var(--sh-3)', xl: 'var(--sh-3)' },
});

/** Mantine's own roles take their values from the house's tokens, in both skins. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-error': 'var(--bad-text)',
    '--mantine-color-anchor': 'var(--accent-text)',
  };
  return { variables: {}, light: roles, dark: roles };
};
