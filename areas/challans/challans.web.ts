import { IconFileCertificate, IconFileInvoice, IconMapQuestion } from '@tabler/icons-react';
import type { AreaWeb } from '#kit/web/area.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { challanActs } from './challan/screen/acts.web.ts';
import { challanTabs } from './challan/screen/tabs.web.ts';
import { contract } from './challans.contract.ts';
import { newsTopic } from './tell/challan-news.contract.ts';

export const web: AreaWeb = {
  contract,
  tabs: {
    challan: challanTabs,
    vehicle: {
      tabs: [],
      panels: [
        {
          place: 'banner',
          order: 40,
          also: 'challan',
          component: lazyPage(async () => (await import('./deadlines/unpaid.fact.tsx')).UnpaidFact),
        },
      ],
    },
    'challan-rule': {
      tabs: [],
      formBelow: [lazyPage(async () => (await import('./what-if/what-if.part.tsx')).WhatIfPart)],
    },
  },
  actions: { challan: challanActs },
  views: {
    challan: [
      {
        slug: 'board',
        label: 'challanBoard.view',
        needs: 'view',
        component: lazyPage(async () => (await import('./board/challan-board.view.tsx')).ChallanBoardView),
      },
    ],
    'challan-rule': [
      {
        slug: 'test',
        label: 'views.ruleTest',
        needs: 'view',
        component: lazyPage(async () => (await import('./rules/rule-test.view.tsx')).RuleTestView),
      },
    ],
  },
  screens: {
    '/evidence-check': lazyPage(async () => (await import('./evidence/evidence-check.page.tsx')).EvidenceCheckPage),
    '/alibi': lazyPage(async () => (await import('./alibi/screen/alibi.page.tsx')).AlibiSpace),
  },
  acts: [
    {
      on: 'violation',
      needs: { module: 'violation', action: 'view' },
      component: lazyPage(async () => (await import('./evidence/evidence.panel.tsx')).EvidencePanel),
    },
    {
      on: 'violation',
      needs: { module: 'challan', action: 'view' },
      component: lazyPage(async () => (await import('./challan/screen/from-violation.panel.tsx')).ChallansOfViolation),
    },
  ],
  hears: [{ topic: newsTopic, load: async () => (await import('./tell/news-toast.web.ts')).hearNews }],
  work: {
    'challans-to-decide': {
      title: 'challanBoard.work.decide',
      unit: 'challanBoard.work.decideUnit',
      parts: { week: 'challanBoard.work.week' },
    },
    'notices-to-send': { title: 'challanBoard.work.send', unit: 'challanBoard.work.sendUnit' },
    'challans-to-pay': {
      title: 'challanBoard.work.pay',
      unit: 'challanBoard.work.payUnit',
      parts: { overdue: 'challanBoard.work.overdue' },
    },
    'challans-to-answer': { title: 'challanBoard.work.answer', unit: 'challanBoard.work.answerUnit' },
  },
  icons: { 'file-certificate': IconFileCertificate, 'file-invoice': IconFileInvoice, 'map-question': IconMapQuestion },
};
