import { IconCalendarMonth } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { contract } from './calendar.contract.ts';

export const web: AreaWeb = {
  contract,
  screens: { '/calendar': lazyPage(async () => (await import('./screen/calendar.page.tsx')).CalendarPage) },
  icons: { 'calendar-month': IconCalendarMonth },
};
