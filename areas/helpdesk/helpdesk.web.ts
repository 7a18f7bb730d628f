import { IconHelpCircle } from '@tabler/icons-react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import type { AreaWeb } from '#kit/web/area.ts';
import type { AreaAction } from '#kit/web/catalogue/area-actions.tsx';
import { arrange } from '#kit/web/catalogue/arrange-view.ts';
import { lazyPage } from '#kit/web/lazy.ts';
import { store } from '#kit/web/storage/store.ts';
import { contract } from './helpdesk.contract.ts';
import { dueTopic } from './desk/due-notice.contract.ts';
import { startOfFaq } from './faq/faq-of-reply.web.ts';
import { attachmentNames } from './tickets/ticket.contract.ts';
import { open } from './helpdesk.open.web.ts';

/** Of the desk, and not of whoever acts as a customer. */
const ofDesk = { also: { module: 'ticket-note', action: 'view' }, ownOnly: true } as const;
const isAtWork = ({ requestStatus, mergedIntoId }: AnyRow) =>
  ![4, 5].includes(Number(requestStatus)) && mergedIntoId === null;
const isCustomers = () => store.get('userData')?.kind === 'client';

const asks = { module: 'help-desk', action: 'create' } as const;
/** From the page of a record: a ticket about it. */
const ask: AreaAction = {
  key: 'ask-help-desk',
  label: 'acts.ask',
  needs: 'view',
  also: asks,
  inMenu: true,
  dialog: lazyPage(async () => (await import('./acts/ask.dialog.tsx')).AskAbout),
};

export const web: AreaWeb = {
  contract,
  charts: {
    'tickets-by-age': {
      title: 'desk.chart.title',
      series: { open: 'desk.chart.open', waiting: 'desk.chart.waiting' },
      points: {
        today: 'desk.chart.today',
        days: 'desk.chart.days',
        week: 'desk.chart.week',
        month: 'desk.chart.month',
        older: 'desk.chart.older',
      },
    },
  },
  work: {
    'tickets-due': { title: 'desk.work.title', unit: 'desk.work.unit', parts: { late: 'desk.work.late' } },
    'questions-to-answer': { title: 'desk.work.waitingTitle', unit: 'desk.work.waitingUnit' },
  },
  tabs: {
    'help-desk': {
      opensOn: 'talk',
      shows: ['subject', 'description', ...attachmentNames],
      header: lazyPage(async () => (await import('./beside/ticket-head.tsx')).TicketHead),
      formBody: lazyPage(async () => (await import('./acts/ticket-form.tsx')).TicketForm),
      formGiven: { priority: 'NORMAL' },
      tabs: [
        {
          slug: 'talk',
          order: 10,
          label: 'talk.tab',
          needs: 'view',
          replaces: ['ticket-reply', 'ticket-note', 'help-desk'],
          component: lazyPage(async () => (await import('./talk/conversation.tab.tsx')).Conversation),
        },
      ],
    },
    faq: {
      tabs: [],
      formStart: startOfFaq,
      formBelow: [lazyPage(async () => (await import('./faq/similar-form.part.tsx')).SimilarFormPart)],
    },
    'help-team': {
      tabs: [],
      panels: [
        {
          place: 'main',
          order: 10,
          shows: ['memberCount'],
          component: lazyPage(async () => (await import('./teams/members.panel.tsx')).TeamMembers),
        },
      ],
      formBelow: [lazyPage(async () => (await import('./teams/members-form.part.tsx')).MembersFormPart)],
    },
  },
  bulk: {
    'help-desk': [
      {
        key: 'assign',
        label: 'acts.assign',
        needs: { module: 'ticket-note', action: 'view' },
        dialog: lazyPage(async () => (await import('./acts/assign.dialog.tsx')).AssignSelected),
      },
    ],
  },
  actions: {
    vehicle: [ask],
    drivers: [ask],
    'app-user-policy': [ask],
    challan: [ask],
    device: [ask],
    'vehicle-kyc-doc': [ask],
    'help-desk': [
      {
        key: 'forward',
        label: 'acts.forward',
        needs: 'edit',
        ...ofDesk,
        isFor: isAtWork,
        dialog: lazyPage(async () => (await import('./acts/forward.dialog.tsx')).ForwardTicket),
      },
      {
        key: 'resolve',
        label: 'acts.resolve',
        needs: 'view',
        ...ofDesk,
        isFor: (row) => row.status === 1 && isAtWork(row),
        dialog: lazyPage(async () => (await import('./acts/status.dialog.tsx')).ResolveTicket),
      },
      {
        key: 'request-status',
        label: 'acts.status',
        inMenu: true,
        // What is over is not edited any more, only reopened.
        needs: 'view',
        also: { module: 'ticket-note', action: 'view' },
        isFor: ({ mergedIntoId, status }) => mergedIntoId === null && status === 1,
        dialog: lazyPage(async () => (await import('./acts/status.dialog.tsx')).SetStatus),
      },
      {
        key: 'assign',
        label: 'acts.assign',
        needs: 'edit',
        ...ofDesk,
        inMenu: true,
        isFor: isAtWork,
        dialog: lazyPage(async () => (await import('./acts/assign.dialog.tsx')).AssignOne),
      },
      {
        key: 'merge',
        label: 'acts.merge',
        needs: 'view',
        ...ofDesk,
        inMenu: true,
        isFor: ({ mergedIntoId }) => mergedIntoId === null,
        dialog: lazyPage(async () => (await import('./acts/merge.dialog.tsx')).MergeTicket),
      },
      {
        key: 'split',
        label: 'acts.split',
        needs: 'view',
        ...ofDesk,
        inMenu: true,
        isFor: ({ mergedIntoId, status }) => mergedIntoId === null && status === 1,
        dialog: lazyPage(async () => (await import('./acts/split.dialog.tsx')).SplitTicket),
      },
      {
        key: 'link',
        label: 'acts.link',
        needs: 'view',
        ...ofDesk,
        inMenu: true,
        dialog: lazyPage(async () => (await import('./acts/link.dialog.tsx')).LinkTicket),
      },
      {
        key: 'close-own',
        label: 'acts.close',
        needs: 'view',
        isFor: (row) => isCustomers() && isAtWork(row),
        dialog: lazyPage(async () => (await import('./acts/status.dialog.tsx')).CloseOwn),
      },
    ],
  },
  acts: [
    {
      on: 'vehicle-trips',
      needs: asks,
      component: lazyPage(async () => (await import('./acts/ask.act.tsx')).AskAboutTrip),
    },
    {
      on: 'wallet',
      needs: asks,
      component: lazyPage(async () => (await import('./acts/ask.act.tsx')).AskAboutTransaction),
    },
  ],
  views: {
    'help-desk': [
      {
        slug: 'desk',
        label: 'desk.view',
        needs: 'view',
        also: ofDesk.also,
        component: lazyPage(async () => (await import('./desk/desk.page.tsx')).Desk),
      },
      {
        slug: 'board',
        label: 'board.view',
        needs: 'view',
        also: ofDesk.also,
        component: lazyPage(async () => (await import('./board/board.page.tsx')).Board),
      },
      {
        slug: 'report',
        label: 'deskReport.view',
        needs: 'view',
        also: ofDesk.also,
        component: lazyPage(async () => (await import('./report/desk-report.view.tsx')).DeskReportView),
      },
    ],
    'help-category': [arrange],
    purpose: [arrange],
    'faq-category': [arrange],
    faq: [{ ...arrange, component: lazyPage(async () => (await import('./faq-order.tsx')).FaqArrange) }],
  },
  screens: { ...open, '/help': lazyPage(async () => (await import('./help.page.tsx')).HelpCentre) },
  hears: [{ topic: dueTopic, load: async () => (await import('./desk/due-toast.web.ts')).hearDue }],
  toasts: {
    'POST /help-desk': 'toast.helpdesk.created',
    'PUT /help-desk/{id}': 'toast.helpdesk.updated',
    'PUT /help-desk/request-status/{id}': 'toast.helpdesk.updated',
  },
  icons: {
    'help-circle': IconHelpCircle,
  },
};
