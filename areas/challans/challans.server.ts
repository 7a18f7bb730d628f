import { challanTopics } from './notices/challan-topics.ts';
import type { Mail, WithMail } from '#areas/mail/mail.server.ts';
import { vehiclesChanged } from '#areas/vehicles/vehicles.server.ts';
import { billMoved } from '#areas/wallet/wallet.server.ts';
import type { AreaServer } from '#kit/server/area.ts';
import { catalogueParts } from '#kit/server/catalogue/parts.ts';
import type { CatalogueKit } from '#kit/server/catalogue/store.ts';
import { on } from '#kit/server/events.ts';
import { addAlibiRoutes } from './alibi/alibi.routes.ts';
import { addBoard } from './board/board.routes.ts';
import { challanDuties } from './board/duties.store.ts';
import { challanWork } from './board/work.store.ts';
import type { Desk } from './challan/acting.ts';
import { challan } from './challan/challan.contract.ts';
import { challanMails } from './challan/challan-mails.ts';
import { challanPolicy } from './challan/challan.policy.ts';
import { challansJob, challansTask, planChallans } from './challan/challans.job.ts';
import { addCourtRoutes } from './court/court.routes.ts';
import { addDecideRoutes } from './challan/decide.routes.ts';
import { addFromViolation } from './challan/from-violation.routes.ts';
import { addIssueRoutes } from './challan/issue.routes.ts';
import { followRefunds } from './challan/money.ts';
import { addPayRoutes } from './challan/pay.routes.ts';
import { addLetters, addTimeline } from './challan/timeline.routes.ts';
import { noteUnpaid } from './challan/unpaid.ts';
import { challanNotePolicy, contestPolicy } from './challan/words.policy.ts';
import { contract } from './challans.contract.ts';
import { challanDeadlinePolicy } from './deadlines/challan-deadline.policy.ts';
import { addEvidence } from './evidence/evidence.routes.ts';
import { challanRulePolicy } from './rules/challan-rule.policy.ts';
import { addRuleTest } from './rules/rule-test.routes.ts';
import { addNewsTopic, hearNewsOfOthers, newsJob, newsTask } from './tell/tell-news.ts';
import { addWhatIf } from './what-if/what-if.routes.ts';

const deskOf = (kit: CatalogueKit, mail: Mail): Desk => ({
  kit,
  parts: catalogueParts(kit, challan),
  mails: challanMails(mail),
});

/** Challans: offences, what is asked for them, by when, and what became of it; evidence of violations; and where vehicles were. */
export const area: AreaServer<WithMail> = {
  contract,
  topics: challanTopics,
  routes: (app, product) => {
    const { kit, mail, relay } = product;
    addNewsTopic(kit.live);
    hearNewsOfOthers(kit.live, relay);
    const desk = deskOf(kit, mail);
    addBoard(app, kit);
    addFromViolation(app, desk);
    addIssueRoutes(app, desk);
    addDecideRoutes(app, desk);
    addCourtRoutes(app, desk);
    addPayRoutes(app, desk);
    addTimeline(app, desk);
    addLetters(app, desk);
    addRuleTest(app, kit);
    addWhatIf(app, kit);
    addEvidence(app, product);
    addAlibiRoutes(app, kit);
  },
  listeners: [on(billMoved, followRefunds), on(vehiclesChanged, noteUnpaid)],
  duties: challanDuties,
  work: challanWork,
  policies: ({ mail }) => ({
    challan: challanPolicy,
    'challan-contest': contestPolicy(challanMails(mail)),
    'challan-note': challanNotePolicy,
    'challan-rule': challanRulePolicy,
    'challan-deadline': challanDeadlinePolicy,
  }),
  jobs: ({ kit, jobs, mail, log, relay }) => ({
    [newsJob]: newsTask(kit.live, relay),
    [challansJob]: challansTask(kit, jobs, challanMails(mail), () => mail.jobs.wake(), log),
  }),
  plan: (db, { jobs }, now) => planChallans(db, jobs, now),
};
