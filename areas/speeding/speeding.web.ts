import { IconAward, IconFlask, IconScale } from '@tabler/icons-react';
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

const scoreOf = (name: 'VehicleScore' | 'DriverScore', order: number): RecordTab => ({
  slug: 'safety-score',
  order,
  label: 'scores.title',
  needs: 'view',
  also: 'safety-score',
  component: lazyPage(async () => (await import('./score/score.tab.tsx'))[name]),
});

const scoreColumn = (name: 'VehicleScoreCell' | 'DriverScoreCell', after: string) => ({
  key: 'safetyScore',
  label: 'scores.title' as const,
  after,
  also: 'safety-score',
  onCard: 'none' as const,
  component: lazyPage(async () => (await import('./score/score-cell.tsx'))[name]),
});

const trialOf = (name: 'RuleTrialPart' | 'ConfigurationTrialPart' | 'RoadTypeTrialPart' | 'StatutoryTrialPart') =>
  lazyPage(async () => (await import('./trial/trial-form.part.tsx'))[name]);

export const web: AreaWeb = {
  contract,
  charts: {
    'speeding-per-day': {
      title: 'violations.perDay.title',
      series: { CONFIRMED: 'violations.perDay.CONFIRMED', TO_REVIEW: 'violations.perDay.TO_REVIEW' },
    },
  },
  screens: {
    '/violation': lazyPage(async () => (await import('./speeding.page.tsx')).ViolationSpace),
    '/safety-score': lazyPage(async () => (await import('./score/score.page.tsx')).SafetyScores),
    '/rule-trial': lazyPage(async () => (await import('./trial/rule-trials.page.tsx')).RuleTrialSpace),
  },
  tabs: {
    vehicle: { tabs: [violationsOf('VehicleViolations', 35), scoreOf('VehicleScore', 36)] },
    drivers: { tabs: [violationsOf('DriverViolations', 45), scoreOf('DriverScore', 46)] },
    'road-speed-rule': { tabs: [], formBelow: [trialOf('RuleTrialPart')] },
    'speed-configuration': { tabs: [], formBelow: [trialOf('ConfigurationTrialPart')] },
    'road-type': { tabs: [], formBelow: [trialOf('RoadTypeTrialPart')] },
    'statutory-speed-limit': { tabs: [], formBelow: [trialOf('StatutoryTrialPart')] },
  },
  acts: [
    {
      on: 'challan-evidence',
      needs: { module: 'violation', action: 'view' },
      component: lazyPage(async () => (await import('./review/evidence-chart.tsx')).EvidenceChart),
    },
  ],
  hears: [{ topic: speedingTopic, load: async () => (await import('./alert-toast.web.ts')).hearSpeeding }],
  columns: {
    vehicle: [scoreColumn('VehicleScoreCell', 'lastSeen')],
    drivers: [scoreColumn('DriverScoreCell', 'vehicleId')],
  },
  icons: { flask: IconFlask, award: IconAward, scale: IconScale },
  work: {
    'violations-to-review': {
      title: 'violations.work.title',
      unit: 'violations.work.unit',
      parts: { critical: 'violations.work.critical' },
    },
  },
};
