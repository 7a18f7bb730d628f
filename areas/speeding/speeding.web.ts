import { IconFlask } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import type { RecordTab } from '#kit/web/catalogue/record/record-tabs.tsx';
import { lazyPage } from '#kit/web/lazy.ts';
import { speedingTopic } from './alert.contract.ts';
import { contract } from './speeding.contract.ts';

const violationsOf = (name: 'VehicleViolations' | 'DriverViolations', order: number): RecordTab => ({
  slug: 'violations',
  order,
  label: 'violations.title',
  needs: 'view',
  also: 'violation',
  component: lazyPage(async () => (await import('./violations/violations.tab.tsx'))[name]),
});

const trialOf = (name: 'RuleTrialPart' | 'ConfigurationTrialPart') =>
  lazyPage(async () => (await import('./trial/trial-form.part.tsx'))[name]);

export const web: AreaWeb = {
  contract,
  screens: {
    '/violation': lazyPage(async () => (await import('./speeding.page.tsx')).ViolationSpace),
    '/rule-trial': lazyPage(async () => (await import('./trial/rule-trials.page.tsx')).RuleTrialSpace),
  },
  tabs: {
    vehicle: { tabs: [violationsOf('VehicleViolations', 35)] },
    drivers: { tabs: [violationsOf('DriverViolations', 45)] },
    'road-speed-rule': { tabs: [], formBelow: [trialOf('RuleTrialPart')] },
    'speed-configuration': { tabs: [], formBelow: [trialOf('ConfigurationTrialPart')] },
  },
  hears: [{ topic: speedingTopic, load: async () => (await import('./alert-toast.web.ts')).hearSpeeding }],
  icons: { flask: IconFlask },
  work: {
    'violations-to-review': {
      title: 'violations.work.title',
      unit: 'violations.work.unit',
      parts: { critical: 'violations.work.critical' },
    },
  },
};
