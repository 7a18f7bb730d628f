import { expect, test } from 'vitest';
import type { SetKind } from '../review/review.contract.ts';
import { guessType, isFurtherPage } from './guess-type.rules.ts';
import { afterStep, bodyOf, type Draft, emptyQueue, problemsOf, type Queue, type Step } from './upload-queue.rules.ts';

const kind = (code: string, label: string, more: Partial<SetKind> = {}): SetKind => ({
  type: { id: `id-${code}`, label, code },
  mandatory: true,
  blocks: true,
  hasExpiry: true,
  formats: ['PDF', 'JPEG'],
  maxFileMb: 1,
  asksNumber: false,
  known: { number: null, validUpto: null },
  current: null,
  upcoming: [],
  open: [],
  former: [],
  missing: true,
  wanted: true,
  ...more,
});
const kinds = [
  kind('RC', 'Registration certificate', { known: { number: 'MH12AB1234', validUpto: null } }),
  kind('INSURANCE', 'Insurance policy'),
  kind('PUC', 'Pollution under control certificate', { missing: false, wanted: false }),
  kind('TAX', 'Road tax receipt', { formats: ['JPEG'] }),
  kind('PHOTO_FRONT', 'Photo of the vehicle, front with plate', { hasExpiry: false }),
  kind('LOAN', 'Loan agreement', { mandatory: false, missing: false, wanted: false }),
];
const file = (name: string, bytes = 10, type = 'application/pdf') => new File([new Uint8Array(bytes)], name, { type });
const add = (files: File[], asked?: string): Step => ({ do: 'add', files, kinds, asked });
const run = (steps: readonly Step[], from: Queue = emptyQueue) => steps.reduce(afterStep, from);
const only = (queue: Queue) => queue.drafts[0] as Draft;
const id = (queue: Queue, code: string) => queue.drafts.find((draft) => draft.code === code)?.id as string;

test.each([
  ['RC.pdf', 'RC'],
  ['MH12AB1234-insurancePolicy_2026.pdf', 'INSURANCE'],
  ['pucc scan.jpg', 'PUC'],
  ['Registration_Certificate.PDF', 'RC'],
  ['road-tax.png', 'TAX'],
  ['vehicle photo front.jpg', 'PHOTO_FRONT'],
  ['my loan agreement (2).pdf', 'LOAN'],
  ['IMG_20261126.jpg', undefined],
  ['circus.pdf', undefined],
  // Not among what this record is asked for.
  ['dl.pdf', undefined],
])('%s is taken for %s', (name, code) => {
  expect(
    guessType(
      name,
      kinds.map(({ type }) => type),
    ),
  ).toBe(code);
});

test('files that say nothing are of the types that are missing, in their order, and each type once', () => {
  const queue = run([add([file('IMG_1.pdf'), file('insurance.pdf'), file('IMG_2.pdf')])]);
  expect(queue.drafts.map(({ code }) => code)).toEqual(['RC', 'INSURANCE', 'TAX']);
  expect(queue.current).toBe(queue.drafts[0]?.id);
  // The record knows the number of one of them.
  expect(queue.drafts.map(({ typed }) => typed.number)).toEqual(['MH12AB1234', '', '']);
});

test('one file for a type that was asked for is of that type, whatever its name says', () => {
  expect(run([add([file('puc.pdf')], 'TAX')]).drafts[0]?.code).toBe('TAX');
  expect(run([add([file('puc.pdf'), file('scan.pdf')], 'TAX')]).drafts.map(({ code }) => code)).toEqual(['PUC', 'TAX']);
});

test('a back is a page of its front, wherever it stands in the choice; two fronts stay two documents', () => {
  expect([isFurtherPage('rc-back.jpg'), isFurtherPage('RC page 2.jpg'), isFurtherPage('background.jpg')]).toEqual([
    true,
    true,
    false,
  ]);
  const queue = run([add([file('rc-back.pdf'), file('rc-front.pdf'), file('rc.pdf')])]);
  expect(queue.drafts.map(({ pages }) => pages.map(({ name }) => name))).toEqual([
    ['rc-front.pdf', 'rc-back.pdf'],
    ['rc.pdf'],
  ]);
});

test('what is no document is named with its reason and leaves the others alone', () => {
  const { drafts, unfit } = run([
    add([
      file('notes.docx', 10, 'application/msword'),
      file('rc.pdf', 0),
      file('huge.pdf', 26_214_401),
      file('tax.pdf'),
    ]),
  ]);
  expect(unfit).toEqual([
    { name: 'notes.docx', reason: 'type' },
    { name: 'rc.pdf', reason: 'empty' },
    { name: 'huge.pdf', reason: 'large' },
  ]);
  expect(drafts.map(({ code }) => code)).toEqual(['TAX']);
});

test('what was typed about one document survives the sending, refusal and removal of others', () => {
  let queue = run([add([file('rc.pdf'), file('insurance.pdf'), file('tax.pdf')])]);
  const [rc, insurance, tax] = ['RC', 'INSURANCE', 'TAX'].map((code) => id(queue, code)) as [string, string, string];
  queue = run(
    [
      { do: 'open', id: tax },
      { do: 'type', id: tax, typed: { validUpto: '2027-03-31' } },
      { do: 'open', id: rc },
      { do: 'send', id: rc },
    ],
    queue,
  );
  // The next one is shown while the first is on its way.
  expect(queue.current).toBe(insurance);
  queue = run(
    [
      { do: 'refused', id: rc, message: 'No connection', fields: {} },
      { do: 'remove', id: insurance },
    ],
    queue,
  );
  expect(queue.drafts.find((one) => one.id === tax)?.typed.validUpto).toBe('2027-03-31');
  expect(queue.drafts.find((one) => one.id === rc)).toMatchObject({ state: 'refused', message: 'No connection' });
});

test('an upload that is tried again is the same one until something of it changes', () => {
  let queue = run([add([file('rc.pdf')])]);
  const rc = id(queue, 'RC');
  const key = () => queue.drafts[0]?.key;
  const first = key();
  queue = run(
    [
      { do: 'send', id: rc },
      { do: 'refused', id: rc, message: 'No connection', fields: {} },
    ],
    queue,
  );
  expect([key(), queue.current]).toEqual([first, rc]);
  queue = run([{ do: 'type', id: rc, typed: { validUpto: '2030-01-01' } }], queue);
  expect(key()).not.toBe(first);
});

test('another type keeps what was typed, except the number that a record knows of the former', () => {
  let queue = run([add([file('rc.pdf')])]);
  const rc = id(queue, 'RC');
  queue = run([{ do: 'type', id: rc, typed: { validUpto: '2030-01-01' } }], queue);
  queue = run([{ do: 'choose', id: rc, kind: kinds[1] as SetKind }], queue);
  expect(queue.drafts[0]).toMatchObject({ code: 'INSURANCE', typed: { validUpto: '2030-01-01', number: '' } });
});

test('a day that is asked for, pages too large and pages of another format are seen before the upload', () => {
  const problems = (name: string, code: string, bytes: number, validUpto = '2030-01-01') => {
    const queue = run([add([file(name, bytes)], code)]);
    const typed = run([{ do: 'type', id: id(queue, code), typed: { validUpto } }], queue);
    return problemsOf(only(typed), kinds.find(({ type }) => type.code === code) as SetKind);
  };
  expect(problems('a.pdf', 'RC', 10)).toEqual({});
  expect(problems('a.pdf', 'RC', 10, '')).toEqual({ validUpto: 'noDay' });
  expect(problems('a.pdf', 'RC', 10, '31/02')).toEqual({ validUpto: 'badDay' });
  expect(problems('a.pdf', 'RC', 1_048_577)).toEqual({ pages: 'tooLarge' });
  expect(problems('a.pdf', 'TAX', 10)).toEqual({ pages: 'wrongType' });
  expect(problems('a.pdf', 'PHOTO_FRONT', 10, '')).toEqual({});
});

test('the body has the subject, what was typed, and the pages in their order', () => {
  const queue = run([add([file('rc-front.pdf'), file('rc-back.pdf')])]);
  const typed = run([{ do: 'type', id: id(queue, 'RC'), typed: { validUpto: '2030-01-01' } }], queue);
  const form = bodyOf(only(typed), kinds[0] as SetKind, ['vehicleId', 'v1']);
  expect([...form.keys()]).toEqual(['typeId', 'vehicleId', 'validUpto', 'number', 'front', 'back']);
  expect([form.get('typeId'), form.get('vehicleId'), (form.get('back') as File).name]).toEqual([
    'id-RC',
    'v1',
    'rc-back.pdf',
  ]);
});
