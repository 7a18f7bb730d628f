import {
  IconAdjustmentsHorizontal,
  IconBooks,
  IconCar,
  IconChecklist,
  IconDownload,
  IconLayout,
  IconLifebuoy,
  IconLogout,
  IconMoon,
  IconPlus,
  IconPoint,
  IconSun,
  IconTruck,
  IconUser,
  IconUsersGroup,
  type IconProps,
} from '@tabler/icons-react';
import { type ComponentType, createElement, lazy, Suspense } from 'react';

/** Icons by the Tabler name that modules give. Named imports keep the thousands of others out of the program. */
export type Icons = Readonly<Record<string, ComponentType<IconProps>>>;

/** Those of the groups of the menu and of what the palette offers; areas bring the ones of their modules. */
let icons: Icons = {
  truck: IconTruck,
  car: IconCar,
  'users-group': IconUsersGroup,
  checklist: IconChecklist,
  lifebuoy: IconLifebuoy,
  books: IconBooks,
  'adjustments-horizontal': IconAdjustmentsHorizontal,
  download: IconDownload,
  plus: IconPlus,
  moon: IconMoon,
  sun: IconSun,
  layout: IconLayout,
  logout: IconLogout,
  user: IconUser,
};

/** Adds icons of areas. To be called before the first page is drawn. */
export function addIcons(more: Icons): void {
  icons = { ...icons, ...more };
}

const later = new Map<string, ComponentType<IconProps>>();
/** An icon of few pages: it is fetched when the first of them is drawn, with a point in its place until then. */
function laterIcon(name: string): ComponentType<IconProps> {
  let icon = later.get(name);
  if (!icon) {
    const Fetched = lazy(async () => ({
      default: (await import('./shell/seldom-icons.ts')).seldomIcons[name] ?? IconPoint,
    }));
    icon = (props) =>
      createElement(Suspense, { fallback: createElement(IconPoint, props) }, createElement(Fetched, props));
    later.set(name, icon);
  }
  return icon;
}

/** The icon of a module; a point stands for one that is not known. */
export const iconOf = (name: string): ComponentType<IconProps> => icons[name] ?? laterIcon(name);
