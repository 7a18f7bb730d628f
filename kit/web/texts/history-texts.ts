import type { HistoryAction } from '#kit/contract/history.ts';
import { named, said } from '../i18n.ts';
import type { PlainTextKey } from './texts.ts';

/** What was done, by the history's name for it. */
export const historyActionTexts = {
  create: 'history.create',
  update: 'history.update',
  status: 'history.status',
  delete: 'history.delete',
  restore: 'history.restore',
  purge: 'history.purge',
  merge: 'history.merge',
  'sign-in': 'history.sign-in',
  'sign-out': 'history.sign-out',
  'sign-in-refused': 'history.sign-in-refused',
  'session-ended': 'history.session-ended',
  password: 'history.password',
  impersonate: 'history.impersonate',
  return: 'history.return',
  export: 'history.export',
  reveal: 'history.reveal',
  refused: 'history.refused',
} as const satisfies Record<HistoryAction, PlainTextKey>;

/** Who did something: a person by name, the product's own name for others, a key as the key of somebody. */
export const actorText = (name: string): string => (name.includes(', API key ') ? said(name) : named(name));

/** What a change tells of beside the fields of a catalogue: what `recordChange` is given by areas under these names. */
export const historyFieldTexts = {
  permissions: 'history.field.permissions',
  offices: 'history.field.offices',
  clients: 'history.field.clients',
  parent: 'history.field.parent',
  position: 'history.field.position',
  name: 'history.field.name',
  inMenu: 'history.field.inMenu',
  inClientMenu: 'history.field.inClientMenu',
  status: 'history.field.status',
  password: 'history.field.password',
  language: 'layout.language',
  codeAtSignIn: 'history.field.codeAtSignIn',
  recoveryCodes: 'history.field.recoveryCodes',
  sessions: 'history.field.sessions',
  endReason: 'history.field.endReason',
  linkedTicket: 'history.field.linkedTicket',
  situation: 'history.field.situation',
  situationNote: 'history.field.situationNote',
  plannedDriver: 'history.field.plannedDriver',
  plannedVehicle: 'history.field.plannedVehicle',
  plannedFrom: 'history.field.plannedFrom',
  transfer: 'history.field.transfer',
  handedOn: 'history.field.handedOn',
  sharedWith: 'history.field.sharedWith',
  sharedUntil: 'history.field.sharedUntil',
  share: 'history.field.share',
  kind: 'history.field.kind',
  decisionNote: 'history.field.decisionNote',
  modelId: 'history.field.modelId',
  reply: 'history.field.reply',
  vehiclesAdded: 'history.field.vehiclesAdded',
  vehiclesRemoved: 'history.field.vehiclesRemoved',
  offDutyRule: 'history.field.offDutyRule',
  offDutyChange: 'history.field.offDutyChange',
  shownFrom: 'history.field.shownFrom',
  hiddenFrom: 'history.field.hiddenFrom',
  splitInto: 'history.field.splitInto',
  splitFrom: 'history.field.splitFrom',
} as const satisfies Record<string, PlainTextKey>;

/** How people said that something is, `situation` in the history, by its code. */
export const historySituationTexts = {
  IN_USE: 'history.situation.IN_USE',
  MAINTENANCE: 'history.situation.MAINTENANCE',
  ACCIDENT: 'history.situation.ACCIDENT',
  STOLEN: 'history.situation.STOLEN',
  RETIRED: 'history.situation.RETIRED',
  SOLD: 'history.situation.SOLD',
  FAULTY: 'history.situation.FAULTY',
  ON_LEAVE: 'history.situation.ON_LEAVE',
  SUSPENDED: 'history.situation.SUSPENDED',
  EXITED: 'history.situation.EXITED',
} as const satisfies Record<string, PlainTextKey>;
