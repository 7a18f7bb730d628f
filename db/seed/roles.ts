export type Action = 'view' | 'create' | 'edit' | 'delete' | 'status' | 'export' | 'approve' | 'impersonate';

export interface RoleSeed {
  name: string;
  /** 0 is the highest; a role may touch only roles with a greater number. */
  level: number;
  description: string;
  audience: 'staff' | 'client';
  /** Module key to actions; a module left out is not granted at all. */
  grants: Readonly<Record<string, readonly Action[]>> | 'all';
}

type Grants = Readonly<Record<string, readonly Action[]>>;

const look: readonly Action[] = ['view'];
const lookAndExport: readonly Action[] = ['view', 'export'];
const bring: readonly Action[] = ['view', 'create'];
const keep: readonly Action[] = ['view', 'create', 'edit', 'delete', 'status', 'export'];

const each = (modules: readonly string[], actions: readonly Action[]): Grants =>
  Object.fromEntries(modules.map((module) => [module, actions]));
const vehicles = ['vehicle-brand', 'vehicle-model', 'vehicle-type', 'vehicle-category', 'vehicle-specification'];
const roadRules = [
  'road',
  'road-speed-rule',
  'road-type',
  'statutory-speed-limit',
  'speed-configuration',
  'safety-score-rule',
  'challan-type',
  'challan-rule',
  'challan-deadline',
];
const papers = ['kyc-doc'];
const desk = ['help-category', 'purpose', 'faq-category', 'faq'];
/** How the desk works: for staff alone. */
const deskWork = ['help-team', 'business-hours', 'holiday', 'canned-reply'];
/** Tickets, with what is said and noted in them. */
const answerTickets: Grants = {
  'help-desk': ['view', 'create', 'edit', 'export'],
  ...each(['ticket-reply', 'ticket-note'], ['view', 'create', 'edit', 'export']),
};
const keepTickets: Grants = { ...answerTickets, 'help-desk': keep };
const emergencies = ['sos'];
const devices = ['device-category'];
const insurance = ['insurer', 'tp-premium-rate', 'insurance-ladder'];
const references = ['rto', ...vehicles, ...roadRules, ...papers, ...desk, ...emergencies, ...devices, ...insurance];
const vehicleCatalogues = (actions: readonly Action[]): Grants => each(vehicles, actions);

const lookAround: Grants = { dashboard: look, help: look, ...each(references, look) };
const clients = ['organisation', 'app-user'];
const members: Grants = { organisation: look, 'app-user': look };
const fleet = ['vehicle', 'vehicle-kyc-doc', 'drivers', 'medical-report'];
/** Devices, and what is heard of them. */
const trackers = ['device', 'device-health'];
/** Geofences, and what happened at them. */
const fences = ['geofence', 'geofence-event'];
const keepFences: Grants = { geofence: keep, 'geofence-event': lookAndExport };
/** Reports, and their emails. */
const keepReports: Grants = { report: lookAndExport, 'report-schedule': keep };
/** Policies, their claims and offers. */
const policies = ['app-user-policy', 'policy-claim'];
/** Alibis: found, stored, and taken along as PDF and contest pack. */
const keepAlibis: Grants = { alibi: ['view', 'create', 'export'] };
/** Emergencies: raised by anybody, looked after by those who may decide. */
const handleIncidents: Grants = { incident: ['view', 'create', 'edit', 'export', 'approve'] };
/** Alarms of devices: acknowledged by whoever looks after them, by rules of whoever decides. */
const handleAlarms: Grants = { alarm: ['view', 'edit', 'export'], 'alarm-rule': look };
const keepAlarms: Grants = { alarm: ['view', 'edit', 'export'], 'alarm-rule': keep };
/** Challans, with what is said against them and noted about them. */
const keepChallans: Grants = {
  challan: [...keep, 'approve'],
  'challan-contest': ['view', 'create', 'export'],
  'challan-note': ['view', 'create', 'edit', 'export'],
};
const lookAtChallans: Grants = {
  ...each(['challan', 'challan-contest'], lookAndExport),
  'challan-note': ['view', 'create', 'edit', 'export'],
};
/** Keys by which scripts call. */
const keepKeys: Grants = { 'api-key': ['view', 'create', 'delete'], webhook: ['view', 'create', 'edit', 'delete'] };
/** Deadlines of all that they see. */
const lookAhead: Grants = { calendar: lookAndExport };
const keepShareLinks: Grants = { 'share-link': ['view', 'create', 'delete'] };
/** Pages of the fleet that are no catalogue. */
const fleetPages: Grants = { 'document-review': look, obligation: look };
const handOver: Grants = {
  'vehicle-invitation': ['view', 'create', 'edit', 'delete'],
  'ownership-transfer': ['view', 'create', 'edit'],
};
const approve = (modules: readonly string[]): Grants => each(modules, [...keep, 'approve']);

/** The ten roles the product starts with, highest first. */
export const roles: readonly RoleSeed[] = [
  {
    name: 'Super admin',
    level: 0,
    description: 'Owns the installation: every permission, including roles, settings and impersonation.',
    audience: 'staff',
    grants: 'all',
  },
  {
    name: 'Operations',
    level: 1,
    description: 'Runs the back office day to day and keeps the catalogues.',
    audience: 'staff',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...each(references, keep),
      ...each(deskWork, keep),
      ...each(clients, keep),
      ...approve([...fleet, 'device']),
      ...each(['vehicle-group', 'off-duty-rule'], keep),
      'device-health': look,
      'speed-limit-check': look,
      'live-map': look,
      'vehicle-trips': lookAndExport,
      ...keepReports,
      violation: ['view', 'approve', 'export'],
      ...keepChallans,
      ...keepAlibis,
      'safety-score': lookAndExport,
      'evidence-check': look,
      ...keepFences,
      ...keepShareLinks,
      ...keepTickets,
      wallet: ['view', 'create', 'edit', 'approve', 'export'],
      ...handOver,
      ...each([...policies, 'insurance-offer'], keep),
      'emergency-contact': keep,
      ...handleIncidents,
      ...keepAlarms,
      'ownership-transfer': ['view', 'create', 'edit', 'approve'],
      'model-request': ['view', 'edit'],
      ...fleetPages,
      doctor: keep,
      'doctor-report': lookAndExport,
      'app-user': [...keep, 'impersonate'],
      user: [...keep, 'impersonate'],
      role: look,
      history: lookAndExport,
      trash: look,
      mail: look,
      'mail-template': ['view', 'edit'],
      settings: ['view', 'edit'],
      'map-setting': keep,
      'road-import': bring,
      'rule-trial': bring,
    },
  },
  {
    name: 'KYC reviewer',
    level: 2,
    description: 'Checks owner, driver and vehicle documents against the record.',
    audience: 'staff',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...each(deskWork, look),
      ...answerTickets,
      ...members,
      ...each(papers, keep),
      vehicle: lookAndExport,
      drivers: lookAndExport,
      'vehicle-trips': look,
      'vehicle-kyc-doc': ['view', 'create', 'edit', 'export', 'approve'],
      'medical-report': ['view', 'create', 'edit', 'export', 'approve'],
      ...each(policies, look),
      'vehicle-invitation': look,
      'ownership-transfer': ['view', 'approve'],
      ...fleetPages,
      doctor: keep,
      'doctor-report': lookAndExport,
      history: look,
    },
  },
  {
    name: 'Insurance desk',
    level: 3,
    description: 'Renews policies and prices cover by make, model and registering office.',
    audience: 'staff',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...each(deskWork, look),
      ...answerTickets,
      ...members,
      rto: lookAndExport,
      ...vehicleCatalogues(lookAndExport),
      ...each([...insurance, ...policies, 'insurance-offer'], keep),
      ...each(['vehicle', 'vehicle-kyc-doc'], lookAndExport),
      'vehicle-group': look,
      'vehicle-trips': look,
      obligation: look,
      history: look,
    },
  },
  {
    name: 'Road-safety officer',
    level: 4,
    description: 'Sets speed rules, reviews violations and issues challans.',
    audience: 'staff',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...each(deskWork, look),
      ...answerTickets,
      ...each([...roadRules, ...emergencies], keep),
      violation: ['view', 'approve', 'export'],
      ...keepChallans,
      ...keepAlibis,
      'speed-limit-check': look,
      'evidence-check': look,
      ...each(['vehicle', 'vehicle-group', 'drivers', 'vehicle-trips', 'report', 'safety-score'], lookAndExport),
      'road-import': bring,
      'rule-trial': bring,
      ...each(['live-map', 'share-link', 'off-duty-rule', ...trackers, ...fences], look),
      history: look,
      'emergency-contact': look,
      ...handleIncidents,
      ...handleAlarms,
    },
  },
  {
    name: 'RTO clerk',
    level: 5,
    description: 'Keeps the registering offices and their particulars up to date.',
    audience: 'staff',
    grants: { ...lookAround, ...each(deskWork, look), rto: ['view', 'create', 'edit', 'status', 'export'] },
  },
  {
    name: 'Support',
    level: 6,
    description: 'Answers clients and finds out what happened to their records.',
    audience: 'staff',
    grants: {
      ...lookAround,
      calendar: look,
      ...keepTickets,
      ...members,
      'app-user': ['view', 'impersonate'],
      ...each(
        [
          'vehicle',
          'vehicle-group',
          'off-duty-rule',
          'vehicle-kyc-doc',
          'drivers',
          'live-map',
          'share-link',
          'vehicle-trips',
          'report',
          'violation',
          'evidence-check',
          'safety-score',
          'vehicle-invitation',
          'ownership-transfer',
          'model-request',
          ...policies,
          'insurance-offer',
          'wallet',
        ],
        look,
      ),
      ...each([...trackers, ...fences], look),
      ...keepAlibis,
      ...lookAtChallans,
      obligation: look,
      'emergency-contact': look,
      ...handleIncidents,
      ...handleAlarms,
      ...each([...desk, ...deskWork], keep),
      history: look,
      mail: look,
    },
  },
  {
    name: 'Finance',
    level: 7,
    description: 'Reconciles wallets, refunds and challan payments.',
    audience: 'staff',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...each(deskWork, look),
      ...answerTickets,
      ...members,
      vehicle: look,
      drivers: look,
      'vehicle-trips': look,
      violation: look,
      'evidence-check': look,
      ...lookAtChallans,
      // Notes what was paid outside the wallet.
      challan: [...lookAndExport, 'edit'],
      ...each([...policies, 'insurance-offer'], lookAndExport),
      wallet: ['view', 'create', 'edit', 'approve', 'export'],
      history: lookAndExport,
    },
  },
  {
    name: 'Client owner',
    level: 8,
    description: 'Runs a fleet or family account and everything in it.',
    audience: 'client',
    grants: {
      ...lookAround,
      ...lookAhead,
      ...members,
      organisation: ['view', 'edit'],
      'app-user': keep,
      ...each(['vehicle', 'vehicle-group', 'off-duty-rule', 'drivers'], keep),
      'vehicle-kyc-doc': ['view', 'create', 'edit', 'export'],
      ...each(policies, keep),
      'help-desk': ['view', 'create', 'edit', 'export'],
      'ticket-reply': ['view', 'create', 'edit', 'export'],
      'insurance-offer': look,
      'emergency-contact': keep,
      incident: ['view', 'create', 'edit', 'export'],
      ...keepAlarms,
      'medical-report': ['view', 'create', 'edit', 'export'],
      device: ['view', 'edit', 'export'],
      'device-health': look,
      'live-map': look,
      ...each(['vehicle-trips', 'violation', 'safety-score'], lookAndExport),
      'evidence-check': look,
      challan: keep,
      'challan-contest': ['view', 'create', 'export'],
      ...keepAlibis,
      ...keepReports,
      ...keepFences,
      ...keepShareLinks,
      ...keepKeys,
      wallet: ['view', 'create', 'export'],
      ...handOver,
      'shared-vehicle': look,
      'model-request': ['view', 'create'],
      obligation: look,
      doctor: look,
      history: lookAndExport,
    },
  },
  {
    name: 'Client viewer',
    level: 9,
    description: 'Looks at a fleet or family account without changing it.',
    audience: 'client',
    grants: {
      ...lookAround,
      calendar: look,
      ...members,
      ...each(
        [
          'vehicle',
          'incident',
          'alarm',
          'alarm-rule',
          'emergency-contact',
          'vehicle-group',
          'off-duty-rule',
          'vehicle-kyc-doc',
          'drivers',
          'live-map',
          'share-link',
          'vehicle-trips',
          'report',
          'violation',
          'evidence-check',
          'challan',
          'challan-contest',
          'alibi',
          'safety-score',
          ...policies,
          'insurance-offer',
          'wallet',
          ...trackers,
          ...fences,
        ],
        look,
      ),
      obligation: look,
      'shared-vehicle': look,
    },
  },
];
