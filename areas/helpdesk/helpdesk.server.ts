import type { AreaServer } from '#kit/server/area.ts';
import { businessHoursPolicy } from './calendars/business-hours.policy.ts';
import { holidayPolicy } from './calendars/holiday.policy.ts';
import { addFaqRoutes } from './faq/faq.routes.ts';
import { contract } from './helpdesk.contract.ts';
import { cannedReplyPolicy } from './replies/canned-reply.policy.ts';
import { helpTeamPolicy, memberPolicy } from './teams/help-team.policy.ts';

export const area: AreaServer = {
  contract,
  routes: (app, { kit }) => addFaqRoutes(app, kit),
  policies: () => ({
    'help-team': helpTeamPolicy,
    user: memberPolicy,
    'business-hours': businessHoursPolicy,
    holiday: holidayPolicy,
    'canned-reply': cannedReplyPolicy,
  }),
};
