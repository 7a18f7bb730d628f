import type { TemplateText, TemplateVariable } from './render.contract.ts';
import { link, name, secretCode, secretLink, text, time } from './template-variables.ts';
import type { Language } from '#kit/contract/words/languages.ts';
import { hindiTemplates } from './hindi-templates.ts';
import { challanTemplates } from './challan-templates.ts';
import { dutyTemplates } from './duty-templates.ts';
import { incidentTemplates } from './incident-templates.ts';
import { integrationTemplates } from './integration-templates.ts';
import { noticeTemplates } from './notice-templates.ts';
import { ticketTemplates } from './ticket-templates.ts';

/** A template as the product ships it. Staff may change its subject and its body, never its variables. */
export interface ShippedTemplate extends TemplateText {
  name: string;
  /** When it is sent, for people who write templates. */
  about: string;
  variables: readonly TemplateVariable[];
}

/**
 * Every template of the product by its key. `queueMail` takes the key and a value for each variable; both are checked by
 * the compiler.
 */
export const shippedTemplates = {
  'password-reset': {
    name: 'Password reset',
    about: 'A user requested a new password.',
    variables: [
      name,
      secretLink('link', 'Link that sets a new password', '/reset-password#sample', 'Set a new password'),
      text('minutes', 'Minutes that the link is valid', '20'),
    ],
    subject: 'Set a new password',
    body: `Hello {{name}},

A new password was requested for your Roadkeeper account. If it was you, set one with this link. It works once, within {{minutes}} minutes.

{{link}}

If it was not you, ignore this email. Your password has not changed, and the link can only be used from this email.`,
  },
  'password-changed': {
    name: 'Password changed',
    about: 'A password was changed by the user or an administrator.',
    variables: [name, time, text('by', 'Who changed it', 'you')],
    subject: 'Your password was changed',
    body: `Hello {{name}},

The password of your Roadkeeper account was changed on {{time}} by {{by}}. All other sessions of the account have ended.

If you did not expect this, request a new password on the sign-in page immediately and contact your administrator.`,
  },
  'account-created': {
    name: 'Account created',
    about: 'An account was created. Its user sets the first password.',
    variables: [
      name,
      secretLink('link', 'Link that sets the first password', '/set-password#sample', 'Set your password'),
      text('hours', 'Hours that the link is valid', '72'),
      text('by', 'Who created the account', 'Ravi Iyer'),
    ],
    subject: 'Your Roadkeeper account',
    body: `Hello {{name}},

{{by}} created a Roadkeeper account for you. Set a password to sign in. The link works once, within {{hours}} hours.

{{link}}

If you did not expect an account, ignore this email.`,
  },
  'sign-in-code-changed': {
    name: 'Two-step verification changed',
    about: 'Two-step verification was turned on or off.',
    variables: [name, text('change', '“turned on” or “turned off”', 'turned on'), time],
    subject: 'Two-step verification was {{change}}',
    body: `Hello {{name}},

Two-step verification of your Roadkeeper account was {{change}} on {{time}}.

If you did not expect this, request a new password on the sign-in page immediately and contact your administrator.`,
  },
  'address-changed': {
    name: 'Email address changed',
    about: 'The email address of an account was changed. Sent to the old and the new address.',
    variables: [
      name,
      text('address', 'The new address', 'asha@example.in'),
      text('by', 'Who changed it', 'Ravi Iyer'),
      time,
    ],
    subject: 'The email address of your Roadkeeper account was changed',
    body: `Hello {{name}},

{{by}} changed the email address of your Roadkeeper account on {{time}}. Sign in with {{address}} from now on. Links sent before no longer work.

If you did not expect this, contact your administrator immediately.`,
  },
  'impersonation-notice': {
    name: 'Signed in as you',
    about: 'A member of staff signed in as a user.',
    variables: [
      name,
      text('actor', 'Who signed in', 'Ravi Iyer'),
      text('reason', 'Reason', 'A challan does not show'),
      time,
    ],
    subject: '{{actor}} signed in to Roadkeeper as you',
    body: `Hello {{name}},

{{actor}} of the Roadkeeper staff signed in as you on {{time}}, for up to 30 minutes. Reason: {{reason}}

Changes made in that time are recorded in the history with both names. Passwords, roles and money cannot be changed this way.`,
  },
  'paper-turned-down': {
    name: 'Document rejected',
    about: 'A reviewer rejected a document or requested resubmission.',
    variables: [
      name,
      text('paper', 'Document type', 'Insurance policy'),
      text('subject', 'The vehicle or the driver', 'MH12AB1234'),
      text('decision', '“was rejected” or “must be uploaded again”', 'was rejected'),
      text('reason', 'Reason', 'Number does not match: it is that of another vehicle'),
      link('link', 'Link to the document', '/vehicle-kyc-doc', 'Open document'),
    ],
    subject: '{{paper}} of {{subject}} {{decision}}',
    body: `Hello {{name}},

{{paper}} of {{subject}} {{decision}}. Reason: {{reason}}

Upload it again as soon as possible. It is not valid in Roadkeeper until it is verified.

{{link}}`,
  },
  'vehicle-stolen': {
    name: 'Vehicle stolen',
    about: 'A vehicle was reported stolen.',
    variables: [
      name,
      text('vehicle', 'Its registration number', 'MH12AB1234'),
      text('by', 'Who reported it', 'Imran Khan'),
      text('note', 'Details', 'Gone from the yard in Hadapsar this morning'),
      link('link', 'Link to the vehicle', '/vehicle', 'Open vehicle'),
    ],
    subject: '{{vehicle}} is reported stolen',
    body: `Hello {{name}},

{{by}} reported {{vehicle}} stolen: {{note}}

It is blocked and cannot be transferred until its status is changed. Inform the police and the insurer if you have not done so.

{{link}}`,
  },
  'vehicle-transfer': {
    name: 'Ownership transfer',
    about: 'A vehicle is offered or requested, or a transfer was decided.',
    variables: [
      name,
      text('vehicle', 'Its registration number', 'MH12AB1234'),
      text('what', 'What happened, as in “is offered to you”', 'is offered to you'),
      text('note', 'Reason or note', 'Sold on Monday'),
      link('link', 'Link to the transfers', '/ownership-transfer', 'Open transfers'),
    ],
    subject: '{{vehicle}} {{what}}',
    body: `Hello {{name}},

{{vehicle}} {{what}}. {{note}}

{{link}}`,
  },
  'model-request': {
    name: 'Model request answered',
    about: 'A vehicle model that was requested is in the catalogue, or the request was declined.',
    variables: [
      name,
      text('model', 'Brand and model that were requested', 'Tata Signa 5530.S'),
      text('what', 'Outcome, as in “is in the catalogue now”', 'is in the catalogue now as Tata Signa 5530.S'),
      text('reply', 'Reply of the staff', 'Your 2 vehicles of this model have been updated.'),
      link('link', 'Link to the model requests', '/model-request', 'Open model requests'),
    ],
    subject: '{{model}} {{what}}',
    body: `Hello {{name}},

{{model}} {{what}}. {{reply}}

{{link}}`,
  },
  'paper-ends': {
    name: 'Document expiring',
    about: 'A document expires soon, expires today or has just expired.',
    variables: [
      name,
      text('paper', 'Document type', 'Insurance policy'),
      text('subject', 'The vehicle or the driver', 'MH12AB1234'),
      text('when', 'When it expires, as in “expires in 7 days”', 'expires in 7 days'),
      text('day', 'Its last day', '28 Nov 2026'),
      link('link', 'Link to the document', '/vehicle-kyc-doc', 'Open document'),
    ],
    subject: '{{paper}} of {{subject}} {{when}}',
    body: `Hello {{name}},

{{paper}} of {{subject}} {{when}}. Valid until {{day}}.

Upload the renewal as soon as you have it. A document is valid until its last day is over.

{{link}}`,
  },
  'policy-ends': {
    name: 'Insurance expiring',
    about: 'A cover of an insurance policy expires soon, or its no-claim bonus is about to be lost.',
    variables: [
      name,
      text('policy', 'Policy number', 'POL/2026/001234'),
      text('vehicle', 'Registration number', 'MH12AB1234'),
      text('what', 'What ends, and when', 'Own-damage cover expires in 7 days'),
      text('day', 'Its last day', '28 Nov 2026'),
      link('link', 'Link to the policy', '/app-user-policy', 'Open policy'),
    ],
    subject: '{{vehicle}}: {{what}}',
    body: `Hello {{name}},

{{what}}, on policy {{policy}} of {{vehicle}}. The last day is {{day}}.

Renew it before that day, so that the vehicle is covered and keeps its no-claim bonus.

{{link}}`,
  },
  'policy-over': {
    name: 'Insurance expired',
    about: 'A cover of an insurance policy has expired, or its no-claim bonus was lost.',
    variables: [
      name,
      text('policy', 'Policy number', 'POL/2026/001234'),
      text('vehicle', 'Registration number', 'MH12AB1234'),
      text('what', 'What ended, and when', 'Own-damage cover expired yesterday'),
      text('day', 'Its last day', '20 Nov 2026'),
      link('link', 'Link to the policy', '/app-user-policy', 'Open policy'),
    ],
    subject: '{{vehicle}}: {{what}}',
    body: `Hello {{name}},

{{what}}, on policy {{policy}} of {{vehicle}}. The last day was {{day}}.

Renew it now: the vehicle has no such cover any more. The no-claim bonus is lost after more than 90 days without own-damage cover.

{{link}}`,
  },
  'driver-invitation': {
    name: 'Driver invited',
    about: 'A driver is invited to an organisation, by email or SMS.',
    variables: [
      name,
      text('organisation', 'Who invites', 'Sahyadri Logistics'),
      text('note', 'Message from the organisation, if any', 'Please bring your licence.'),
      secretLink('link', 'Link to the invitation', '/invited#sample', 'Open invitation'),
      text('hours', 'Hours that the link is valid', '72'),
    ],
    subject: '{{organisation}} invites you to drive',
    body: `Hello {{name}},

{{organisation}} invites you to drive for them. Open the invitation to accept or decline it. The link is valid for {{hours}} hours.

{{link}}

{{note}}

If you do not know them, decline or ignore this invitation.`,
  },
  'vehicle-share': {
    name: 'Vehicle shared',
    about: 'Someone from another organisation is invited to view a vehicle; sent by email, or as a text message.',
    variables: [
      name,
      text('organisation', 'Owner of the vehicle', 'Sahyadri Logistics'),
      text('vehicle', 'Its registration number', 'MH12AB1234'),
      text('note', 'What the inviter wrote, or nothing', 'For the trip to Nashik.'),
      link('link', 'Opens the invitation', '/shared-vehicle', 'Open the invitation'),
      text('hours', 'Hours until the invitation expires', '72'),
    ],
    subject: '{{organisation}} invites you to view {{vehicle}}',
    body: `Hello {{name}},

{{organisation}} invites you to view the vehicle {{vehicle}} in Roadkeeper. Sign in to accept or decline. The invitation expires in {{hours}} hours, and you can stop viewing the vehicle at any time.

{{link}}

{{note}}

If you do not know them, decline it, or do nothing.`,
  },
  'driver-code': {
    name: 'Code for a driver',
    about: 'Confirms the mobile number of an invited driver, by email or SMS.',
    variables: [
      name,
      secretCode('code', 'The code', '204631'),
      text('organisation', 'Who invited them', 'Sahyadri Logistics'),
      text('minutes', 'Minutes that the code is valid', '10'),
    ],
    subject: 'Your code for {{organisation}}',
    body: `Hello {{name}},

Your code for the invitation of {{organisation}} is {{code}}. It works once, within {{minutes}} minutes.

No one from Roadkeeper or {{organisation}} will ask you for this code. Enter it only on the invitation page.`,
  },
  'driver-moved': {
    name: 'Driver changed employer',
    about: 'A driver joined another organisation. Sent to the owners of the former one.',
    variables: [name, text('driver', 'Name of the driver', 'Ravi Kumar'), time],
    subject: '{{driver}} no longer drives for you',
    body: `Hello {{name}},

{{driver}} confirmed on {{time}} that they now drive for another organisation. They have left your organisation in Roadkeeper, and their assigned vehicle is released.

Your records of their work are kept.`,
  },
  'medical-due': {
    name: 'Medical examination due',
    about:
      'The medical fitness of a driver expires soon. Sent by staff from the doctor report to the owners of the organisation.',
    variables: [name, text('driver', 'Name of the driver', 'Ravi Kumar'), text('day', 'Last day', '27 Nov 2026')],
    subject: 'Medical fitness of {{driver}} expires on {{day}}',
    body: `Hello {{name}},

The medical certificate (Form 1A) of {{driver}} is valid until {{day}}. After that, they may not drive a transport vehicle. Have them examined by a registered doctor and upload the new certificate in Roadkeeper.`,
  },
  test: {
    name: 'Test',
    about: 'Checks that emails are sent and delivered.',
    variables: [name, time],
    subject: 'Roadkeeper can send email',
    body: `Hello {{name}},

This test email was requested on {{time}}. Email delivery works.`,
  },
  'geofence-alert': {
    name: 'Geofence alert',
    about: 'A vehicle entered or left a geofence, stayed in it or drove too fast in it.',
    variables: [
      text('vehicle', 'Registration number', 'MH 12 QJ 4821'),
      text('event', 'What the vehicle did', 'left'),
      text('geofence', 'Name of the geofence', 'Chakan depot'),
      time,
      text('place', 'Nearest town', 'Chakan, Pune'),
      link('link', 'Link to the alert', '/geofence-event', 'Open the alert'),
    ],
    subject: '{{vehicle}} {{event}} {{geofence}}',
    body: `{{vehicle}} {{event}} {{geofence}} on {{time}}, near {{place}}.

{{link}}`,
  },
  'scheduled-report': {
    name: 'Scheduled report',
    about: 'A report schedule is due.',
    variables: [
      name,
      text('report', 'Report', 'Daily summary'),
      text('schedule', 'Name of the schedule', 'Morning report'),
      text('days', 'Days that it is about', '20 Nov 2026'),
      text('figures', 'What it adds up to', 'Rows: 34. Trips: 121. Distance: 4,812 km.'),
      text('file', 'What is attached', 'All rows are attached: daily-summary-2026-11-20.xlsx'),
      time,
      link('link', 'Link to the report', '/reports', 'Open the report'),
    ],
    subject: '{{report}}, {{days}}',
    body: `Hello {{name}},

{{report}}, {{days}}. {{figures}}

{{file}}

{{link}}

You receive this email because of the report schedule “{{schedule}}”. It was made on {{time}}.`,
  },
  ...ticketTemplates,
  ...challanTemplates,
  ...incidentTemplates,
  ...dutyTemplates,
  ...integrationTemplates,
  ...noticeTemplates,
} as const satisfies Record<string, ShippedTemplate>;

export type TemplateKey = keyof typeof shippedTemplates;
/** A value for each variable of a template. Of links: the path in the product, with a leading slash. */
export type TemplateValues<Key extends TemplateKey> = Record<
  (typeof shippedTemplates)[Key]['variables'][number]['name'],
  string
>;

export const isTemplateKey = (key: string): key is TemplateKey => Object.hasOwn(shippedTemplates, key);
/** The shipped template of a key, as wide as all of them. */
export const shippedOf = (key: TemplateKey, language: Language = 'en'): ShippedTemplate => ({
  ...shippedTemplates[key],
  ...(language === 'hi' ? (hindiTemplates satisfies Readonly<Record<TemplateKey, TemplateText>>)[key] : {}),
});
export const templateKeys = Object.keys(shippedTemplates) as TemplateKey[];
