import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import type { Alarm } from './alarms.queries.ts';
import { contract } from './alarms.contract.ts';
import { alarmTabs } from './screen/tabs.web.ts';

const isNew = (row: AnyRow) => row.status === 1 && (row as Alarm).alarmState === 'NEW';

export const web: AreaWeb = {
  contract,
  tabs: { alarm: alarmTabs },
  actions: {
    alarm: [
      {
        key: 'acknowledge',
        label: 'alarms.acknowledge',
        needs: 'view',
        also: { module: 'alarm', action: 'edit' },
        ownOnly: true,
        isFor: isNew,
        dialog: lazyPage(async () => (await import('./screen/acknowledge.dialog.tsx')).AcknowledgeAlarm),
      },
    ],
  },
  bulk: {
    alarm: [
      {
        key: 'acknowledge',
        label: 'alarms.acknowledge',
        needs: { module: 'alarm', action: 'edit' },
        dialog: lazyPage(async () => (await import('./screen/acknowledge.dialog.tsx')).AcknowledgeSelected),
      },
    ],
  },
  work: { 'alarms-new': { title: 'alarms.work.title', unit: 'alarms.work.unit' } },
};
