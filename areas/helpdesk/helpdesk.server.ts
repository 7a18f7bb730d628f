import type { Mail, WithMail } from '#areas/mail/mail.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { businessHoursPolicy } from './calendars/business-hours.policy.ts';
import { holidayPolicy } from './calendars/holiday.policy.ts';
import { addFaqOfReply } from './faq/faq-of-reply.routes.ts';
import { addFaqRoutes } from './faq/faq.routes.ts';
import { addTimeLeft } from './board/time-left.routes.ts';
import { ticketDuties } from './desk/duties.store.ts';
import { ticketWork } from './desk/work.store.ts';
import { ticketsByAge } from './desk/charts.store.ts';
import { contract } from './helpdesk.contract.ts';
import { addDueTopic, hearDue, tellDue } from './desk/tell-due.ts';
import { addDeskReport } from './report/desk-report.routes.ts';
import type { Inbound } from './inbound/inbound-parts.ts';
import { helpMailTask, mailboxTask, planHelpMail } from './inbound/help-mail.job.ts';
import { addHelpMailRoutes } from './inbound/help-mail.routes.ts';
import { sweepHelpMails } from './inbound/help-mail.store.ts';
import { helpMailJob, mailboxJob } from './inbound/job-names.ts';
import { addWebhook } from './inbound/webhook.routes.ts';
import { cannedReplyPolicy } from './replies/canned-reply.policy.ts';
import { addMerge } from './merge/merge.routes.ts';
import { ticketTopics } from './notices/ticket-topics.ts';
import { addDeskPeople } from './people/desk-people.routes.ts';
import { addRemarks } from './remarks/remarks.routes.ts';
import { addHandlingRoutes } from './tickets/handling.routes.ts';
import type { Desk } from './tickets/desk-parts.ts';
import { addLinkRoutes } from './tickets/links.routes.ts';
import { ticketsJob, recountJob } from './sla/job-names.ts';
import { categoryTimes, organisationState } from './sla/promised.policy.ts';
import { recountTask } from './sla/recount.job.ts';
import { addSplitRoute } from './tickets/split.routes.ts';
import { addTicketActs } from './tickets/ticket-acts.routes.ts';
import { helpDesk, ticketNote, ticketReply } from './tickets/ticket.contract.ts';
import { ticketMails } from './tickets/ticket-mails.ts';
import { ticketPolicy } from './tickets/ticket.policy.ts';
import { planTickets, ticketsTask } from './tickets/tickets.job.ts';
import { notePolicy, replyPolicy } from './tickets/words.policy.ts';
import { helpTeamPolicy, memberPolicy } from './teams/help-team.policy.ts';
import { addTeamPeople } from './teams/team-people.routes.ts';

// What others tell of tickets.
export { ticketGiven, ticketNotice, ticketOver } from './notices/ticket-topics.ts';

const deskOf = (kit: CatalogueKit, mail: Mail): Desk => ({
  tickets: catalogueParts(kit, helpDesk),
  replies: catalogueParts(kit, ticketReply),
  notes: catalogueParts(kit, ticketNote),
  mails: ticketMails(mail),
});
const inboundOf = ({ kit, mail }: { kit: CatalogueKit; mail: Mail }): Inbound => ({
  kit,
  mail,
  desk: deskOf(kit, mail),
});

/** The help desk: what customers ask, who answers by when, and the answers that everybody reads. */
export const area: AreaServer<WithMail> = {
  contract,
  charts: [ticketsByAge],
  duties: ticketDuties,
  work: ticketWork,
  routes: (app, { kit, mail, relay }) => {
    const desk = deskOf(kit, mail);
    addDueTopic(kit.live);
    hearDue(kit.live, relay);
    addFaqRoutes(app, kit);
    addFaqOfReply(app, kit);
    addTeamPeople(app, kit);
    addTimeLeft(app, kit);
    addDeskReport(app, kit);
    addTicketActs(app, kit, desk);
    addHandlingRoutes(app, kit, desk);
    addMerge(app, kit, desk);
    addDeskPeople(app, kit);
    addRemarks(app, kit, desk);
    addWebhook(app, { kit, mail, desk });
    addHelpMailRoutes(app, { kit, mail, desk });
    addLinkRoutes(app, kit);
    addSplitRoute(app, kit, desk);
  },
  policies: ({ mail, jobs }) => ({
    'help-desk': ticketPolicy(ticketMails(mail)),
    'ticket-reply': replyPolicy(ticketMails(mail).afterReply),
    'ticket-note': notePolicy,
    'help-team': helpTeamPolicy,
    user: memberPolicy,
    'business-hours': businessHoursPolicy(jobs),
    holiday: holidayPolicy(jobs),
    'help-category': categoryTimes(jobs),
    organisation: organisationState(jobs),
    'canned-reply': cannedReplyPolicy,
  }),
  jobs: ({ kit, jobs, mail, relay }) => ({
    [ticketsJob]: ticketsTask(kit, jobs, ticketMails(mail), {
      wake: () => mail.jobs.wake(),
      tell: (notices) => tellDue(kit.live, relay, notices),
    }),
    [recountJob]: recountTask(jobs),
    [helpMailJob]: helpMailTask(inboundOf({ kit, mail })),
    [mailboxJob]: mailboxTask(inboundOf({ kit, mail })),
  }),
  topics: ticketTopics,
  sweeps: () => [{ name: 'incoming mails', order: 127, run: sweepHelpMails }],
  async plan(db, { jobs, mail }, now) {
    await planTickets(db, jobs, now);
    await planHelpMail(db, { mail }, now);
  },
};
