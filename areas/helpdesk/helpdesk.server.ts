import type { AreaServer } from '#kit/server/area.ts';
import { addFaqRoutes } from './faq/faq.routes.ts';
import { contract } from './helpdesk.contract.ts';

export const area: AreaServer = { contract, routes: (app, { kit }) => addFaqRoutes(app, kit) };
