import { named, type Line, type NamedTest } from './line.ts';

const file = 'apps/web/specification.test.ts';
const keys: NamedTest = named(file, 'the browser keeps what the specification names, with its defaults');
const used: NamedTest = named('e2e/identity/session.test.ts', 'tabs are kept under their keys, and stay over a reload');
const layout: NamedTest = named(file, 'the layout is that of the specification until somebody changes it');
const fixed: NamedTest = named(file, 'times, counts and sizes are those of the specification');
const toasts: NamedTest = named(
  'e2e/catalogue/toasts.test.ts',
  'at most twenty toasts stand at a time, each for two seconds and no wider than 350 px',
);

/** Section 3: names under which the browser keeps things, with what holds when nothing was kept yet. */
export const storageKeys: Readonly<Record<string, unknown>> = {
  accessToken: null,
  userData: null,
  _accessible: null,
  _origin: null,
  skin: 'light',
  menuCollapsed: false,
  direction: 'ltr',
  activeTab: '1',
  profileTab: '1',
  userTab: '1',
  obdTab: '1',
  transactionPageTab: '1',
  modulePageActiveTab: '1',
  takeOwnerShip: false,
  mappleAccessToken: null,
};
/** Of these a journey looks into the browser's storage after they were changed on screen. */
const shown: readonly string[] = [
  'activeTab',
  'profileTab',
  'userTab',
  'obdTab',
  'modulePageActiveTab',
  'transactionPageTab',
  'direction',
  'menuCollapsed',
  'takeOwnerShip',
];

/** Section 3: the layout of somebody who changed nothing. */
export const layoutDefaults: Readonly<Record<string, unknown>> = {
  kind: 'vertical',
  width: 'full',
  menuHidden: false,
  navbar: 'floating',
  footer: 'static',
  scrollTop: true,
};
export const tokenType = 'Bearer';

/** Section 9: times in milliseconds, sizes in pixels. */
export const numbers: Readonly<Record<string, number>> = {
  toastMs: 2_000,
  toastLimit: 20,
  toastWidthPx: 350,
  languageRetries: 5,
  languageRetryMs: 350,
  chunkTimeoutMs: 120_000,
  pickerTake: 5,
};

export const browserLines: readonly Line[] = [
  ...Object.entries(storageKeys).map(
    ([name, value]): Line => ({
      id: `key ${name}`,
      says: `Kept as \`${name}\`, at first ${JSON.stringify(value)}`,
      test: keys,
    }),
  ),
  ...shown.map((name): Line => ({ id: `key used ${name}`, says: `What is chosen is kept as \`${name}\``, test: used })),
  ...Object.entries(layoutDefaults).map(
    ([name, value]): Line => ({
      id: `layout ${name}`,
      says: `Layout, ${name}: ${JSON.stringify(value)}`,
      test: layout,
    }),
  ),
  { id: 'token type', says: `Token type: ${tokenType}`, test: keys },
];
export const numberLines: readonly Line[] = Object.entries(numbers).map(
  ([name, value]): Line => ({
    id: `constant ${name}`,
    says: `\`${name}\`: ${value}`,
    test: name.startsWith('toast') ? toasts : fixed,
  }),
);
