import type { TemplateText, TemplateVariable } from './render.contract.ts';

/** A template as the product ships it. Staff may change its subject and its body, never its variables. */
export interface ShippedTemplate extends TemplateText {
  name: string;
  /** When it is sent, for people who write templates. */
  about: string;
  variables: readonly TemplateVariable[];
}

const text = <Name extends string>(name: Name, about: string, sample: string) =>
  ({ name, about, sample, kind: 'text' }) as const;
/** A link that lets whoever has it in: it is never shown nor kept in clear. At most one in a template. */
const secretLink = <Name extends string>(name: Name, about: string, sample: string, button: string) =>
  ({ name, about, sample, kind: 'secret', button, needed: true }) as const;
/** A link into the product, for whoever may sign in. */
const link = <Name extends string>(name: Name, about: string, sample: string, button: string) =>
  ({ name, about, sample, kind: 'link', button }) as const;
/** A code that lets whoever has it in; see secretLink. */
const secretCode = <Name extends string>(name: Name, about: string, sample: string) =>
  ({ name, about, sample, kind: 'secret', isCode: true, needed: true }) as const;

const name = text('name', 'Name of whoever gets the mail', 'Asha Menon');
const time = text('time', 'Day and hour in India', '21 Nov 2026, 11:30');

/**
 * Every template of the product by its key. `queueMail` takes the key and a value for each variable; both are checked by
 * the compiler.
 */
export const shippedTemplates = {
  'password-reset': {
    name: 'Password reset',
    about: 'Somebody asked for a new password.',
    variables: [
      name,
      secretLink('link', 'Link that sets a new password', '/reset-password#sample', 'Set a new password'),
      text('minutes', 'Minutes that the link works', '20'),
    ],
    subject: 'Set a new password',
    body: `Hello {{name}},

Somebody asked for a new password for your Roadkeeper account. If it was you, set one with this link. It works once, for {{minutes}} minutes.

{{link}}

If it was not you, do nothing: your password stays as it is, and nobody can use the link without this mail.`,
  },
  'password-changed': {
    name: 'Password changed',
    about: 'A password was changed, by its owner or by somebody who may.',
    variables: [name, time, text('by', 'Who changed it', 'you')],
    subject: 'Your password was changed',
    body: `Hello {{name}},

The password of your Roadkeeper account was changed on {{time}} by {{by}}. All other sessions of the account have ended.

If you know nothing of this, ask for a new password on the sign-in page at once, and tell your administrator.`,
  },
  'account-created': {
    name: 'Account created',
    about: 'Somebody got an account and sets its first password.',
    variables: [
      name,
      secretLink('link', 'Link that sets the first password', '/set-password#sample', 'Set your password'),
      text('hours', 'Hours that the link works', '72'),
      text('by', 'Who made the account', 'Ravi Iyer'),
    ],
    subject: 'Your Roadkeeper account',
    body: `Hello {{name}},

{{by}} made a Roadkeeper account for you. Set a password to sign in. The link works once, for {{hours}} hours.

{{link}}

If you expected no account, you need not do anything.`,
  },
  'sign-in-code-changed': {
    name: 'Two-step sign-in changed',
    about: 'Sign-in with a code was switched on or off.',
    variables: [name, text('change', '“switched on” or “switched off”', 'switched on'), time],
    subject: 'Two-step sign-in was {{change}}',
    body: `Hello {{name}},

Two-step sign-in of your Roadkeeper account was {{change}} on {{time}}.

If you know nothing of this, ask for a new password on the sign-in page at once, and tell your administrator.`,
  },
  'address-changed': {
    name: 'Address changed',
    about: 'Somebody signs in with another address from now on; told to the old one and to the new one.',
    variables: [
      name,
      text('address', 'The new address', 'asha@example.in'),
      text('by', 'Who changed it', 'Ravi Iyer'),
      time,
    ],
    subject: 'Your Roadkeeper account has another address',
    body: `Hello {{name}},

{{by}} changed the address of your Roadkeeper account on {{time}}. You sign in with {{address}} from now on. Links that were sent before do not work any more.

If you know nothing of this, tell your administrator at once.`,
  },
  'impersonation-notice': {
    name: 'Seen through your account',
    about: 'A member of staff used somebody’s account to help them.',
    variables: [
      name,
      text('actor', 'Who used the account', 'Ravi Iyer'),
      text('reason', 'Why, in their words', 'A challan does not show'),
      time,
    ],
    subject: '{{actor}} used Roadkeeper as you',
    body: `Hello {{name}},

{{actor}} of Roadkeeper’s staff used the product as you from {{time}} on, for at most 30 minutes. The reason given: {{reason}}

What was changed then stands in the history under both names. Passwords, roles and money cannot be touched this way.`,
  },
  'paper-turned-down': {
    name: 'Paper turned down',
    about: 'A reviewer rejected a paper of a vehicle or a driver, or asks for it once more.',
    variables: [
      name,
      text('paper', 'Document type', 'Insurance policy'),
      text('subject', 'The vehicle or the driver', 'MH12AB1234'),
      text('decision', '“was rejected” or “is to be sent again”', 'was rejected'),
      text('reason', 'Why', 'Number does not match: it is that of another vehicle'),
      link('link', 'Leads to the paper', '/vehicle-kyc-doc', 'Open the paper'),
    ],
    subject: '{{paper}} of {{subject}} {{decision}}',
    body: `Hello {{name}},

{{paper}} of {{subject}} {{decision}}. The reason: {{reason}}

Upload it again as soon as you can: until it is verified, it does not count.

{{link}}`,
  },
  'vehicle-stolen': {
    name: 'Vehicle stolen',
    about: 'Somebody reported a vehicle stolen.',
    variables: [
      name,
      text('vehicle', 'Its registration number', 'MH12AB1234'),
      text('by', 'Who reported it', 'Imran Khan'),
      text('note', 'What happened', 'Gone from the yard in Hadapsar this morning'),
      link('link', 'Leads to the vehicle', '/vehicle', 'Open the vehicle'),
    ],
    subject: '{{vehicle}} is reported stolen',
    body: `Hello {{name}},

{{by}} reported {{vehicle}} stolen: {{note}}

It may not run and cannot change hands until somebody says that it was found. Tell the police and its insurer, if that is not done yet.

{{link}}`,
  },
  'vehicle-transfer': {
    name: 'Vehicle changes hands',
    about: 'A vehicle is offered or asked for, or that was decided.',
    variables: [
      name,
      text('vehicle', 'Its registration number', 'MH12AB1234'),
      text('what', 'What became of it, as in “is offered to you”', 'is offered to you'),
      text('note', 'Reason or note', 'Sold on Monday'),
      link('link', 'Leads to the transfers', '/ownership-transfer', 'Open the transfers'),
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
      link('link', 'Leads to the model requests', '/model-request', 'Open model requests'),
    ],
    subject: '{{model}} {{what}}',
    body: `Hello {{name}},

{{model}} {{what}}. {{reply}}

{{link}}`,
  },
  'paper-ends': {
    name: 'Paper ends',
    about: 'A paper of a vehicle or a driver ends soon, ends today or has just ended.',
    variables: [
      name,
      text('paper', 'Document type', 'Insurance policy'),
      text('subject', 'The vehicle or the driver', 'MH12AB1234'),
      text('when', 'When it ends, as in “ends in 7 days”', 'ends in 7 days'),
      text('day', 'Its last day', '28 Nov 2026'),
      link('link', 'Leads to the paper', '/vehicle-kyc-doc', 'Open the paper'),
    ],
    subject: '{{paper}} of {{subject}} {{when}}',
    body: `Hello {{name}},

{{paper}} of {{subject}} {{when}}; its last day is {{day}}.

Upload the renewal before that day. What is valid now counts until its end, whatever you upload.

{{link}}`,
  },
  'driver-invitation': {
    name: 'Driver invited',
    about: 'Somebody is invited to drive for an organisation; it goes by mail or as a short message.',
    variables: [
      name,
      text('organisation', 'Who invites', 'Sahyadri Logistics'),
      text('note', 'What the inviter wrote, or nothing', 'Please bring your licence.'),
      secretLink('link', 'Link to the invitation', '/invited#sample', 'Look at the invitation'),
      text('hours', 'Hours that the link works', '72'),
    ],
    subject: '{{organisation}} invites you to drive',
    body: `Hello {{name}},

{{organisation}} invites you to drive for them with Roadkeeper. Look at the invitation, and accept or decline it. The link works for {{hours}} hours.

{{link}}

{{note}}

If you do not know them, decline it, or do nothing.`,
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
    subject: '{{organisation}} shares {{vehicle}} with you',
    body: `Hello {{name}},

{{organisation}} invites you to view the vehicle {{vehicle}} in Roadkeeper. Sign in to accept or decline. The invitation expires in {{hours}} hours, and you can stop viewing the vehicle at any time.

{{link}}

{{note}}

If you do not know them, decline it, or do nothing.`,
  },
  'driver-code': {
    name: 'Code for a driver',
    about: 'The code by which an invited driver shows that the number is theirs; by mail or as a short message.',
    variables: [
      name,
      secretCode('code', 'The code', '204631'),
      text('organisation', 'Who invited them', 'Sahyadri Logistics'),
      text('minutes', 'Minutes that the code works', '10'),
    ],
    subject: 'Your code for {{organisation}}',
    body: `Hello {{name}},

Your code for the invitation of {{organisation}} is {{code}}. It works once, for {{minutes}} minutes.

Nobody of Roadkeeper or {{organisation}} asks you for this code. Type it on the page of the invitation only.`,
  },
  'driver-moved': {
    name: 'Driver changed over',
    about: 'A driver accepted to drive for somebody else; told to the owners of the organisation they leave.',
    variables: [name, text('driver', 'Name of the driver', 'Ravi Kumar'), time],
    subject: '{{driver}} no longer drives for you',
    body: `Hello {{name}},

{{driver}} confirmed on {{time}} to drive for another organisation from now on. In Roadkeeper they have left yours, and a vehicle that was given to them is free again.

What they did for you stays in your records.`,
  },
  'medical-due': {
    name: 'Medical examination due',
    about:
      'The medical fitness of a driver ends soon; sent by staff from the doctor report to the owners of the organisation.',
    variables: [name, text('driver', 'Name of the driver', 'Ravi Kumar'), text('day', 'Last day', '27 Nov 2026')],
    subject: 'Medical fitness of {{driver}} ends on {{day}}',
    body: `Hello {{name}},

The medical certificate of {{driver}}, Form 1A, holds until {{day}}. After that they may not drive a transport vehicle. Have them examined by a registered doctor, and add the new certificate in Roadkeeper.`,
  },
  test: {
    name: 'Test',
    about: 'Shows that mails leave and arrive.',
    variables: [name, time],
    subject: 'Roadkeeper can send mail',
    body: `Hello {{name}},

This mail was asked for on {{time}}. As you are reading it, Roadkeeper’s mails arrive.`,
  },
} as const satisfies Record<string, ShippedTemplate>;

export type TemplateKey = keyof typeof shippedTemplates;
/** A value for each variable of a template. Of links: the path in the product, with a leading slash. */
export type TemplateValues<Key extends TemplateKey> = Record<
  (typeof shippedTemplates)[Key]['variables'][number]['name'],
  string
>;

export const isTemplateKey = (key: string): key is TemplateKey => Object.hasOwn(shippedTemplates, key);
/** The shipped template of a key, as wide as all of them. */
export const shippedOf = (key: TemplateKey): ShippedTemplate => shippedTemplates[key];
export const templateKeys = Object.keys(shippedTemplates) as TemplateKey[];
