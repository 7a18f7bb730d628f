import type { AreaTabs } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';

/** The page of an alarm has the map beside its facts. */
export const alarmTabs: AreaTabs = {
  tabs: [],
  panels: [
    {
      place: 'main',
      order: 20,
      shows: ['place', 'lat', 'lon'],
      component: lazyPage(async () => (await import('./place.panel.tsx')).AlarmPlace),
    },
  ],
};
