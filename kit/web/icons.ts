import {
  IconAdjustmentsHorizontal,
  IconBadgeTm,
  IconBooks,
  IconBuildingBank,
  IconCar,
  IconCarSuv,
  IconCategory,
  IconGauge,
  IconLayoutDashboard,
  IconMessage,
  IconPoint,
  IconTruck,
  type IconProps,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';

/** Icons that modules name. Named imports keep the thousands of others out of the program. */
const icons: Readonly<Record<string, ComponentType<IconProps>>> = {
  'adjustments-horizontal': IconAdjustmentsHorizontal,
  'badge-tm': IconBadgeTm,
  books: IconBooks,
  'building-bank': IconBuildingBank,
  car: IconCar,
  'car-suv': IconCarSuv,
  category: IconCategory,
  gauge: IconGauge,
  'layout-dashboard': IconLayoutDashboard,
  message: IconMessage,
  truck: IconTruck,
};

/** The icon of a module; a point stands for one that is not known. */
export const iconOf = (name: string): ComponentType<IconProps> => icons[name] ?? IconPoint;
