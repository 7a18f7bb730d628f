import type { HistoryAction } from '#kit/contract/history.ts';
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
  codeAtSignIn: 'history.field.codeAtSignIn',
  recoveryCodes: 'history.field.recoveryCodes',
  sessions: 'history.field.sessions',
  endReason: 'history.field.endReason',
  situation: 'history.field.situation',
  situationNote: 'history.field.situationNote',
  plannedDriver: 'history.field.plannedDriver',
  plannedVehicle: 'history.field.plannedVehicle',
  plannedFrom: 'history.field.plannedFrom',
  transfer: 'history.field.transfer',
  handedOn: 'history.field.handedOn',
  kind: 'history.field.kind',
  decisionNote: 'history.field.decisionNote',
  modelId: 'history.field.modelId',
  reply: 'history.field.reply',
} as const satisfies Record<string, PlainTextKey>;
