import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProduct, type TestProduct } from '#apps/server/testing.ts';
import { deskOf, type Json } from '../testing/tickets.ts';

let product: TestProduct;
let it: Awaited<ReturnType<typeof deskOf>>;
beforeAll(async () => {
  // Sunday, 11:30 in India.
  product = await startTestProduct({ at: '2026-11-29T06:00:00Z' });
  it = await deskOf(product);
});
afterAll(() => product?.close());

const to = (iso: string) => product.clock.move(Date.parse(iso) - product.clock.now().getTime());
const why = (id: string, who: 'agent' | 'client' = 'agent') => it.get(who, `/help-desk/due/${id}`);
const hourOf = (iso: string) => new Date(Date.parse(iso) + 330 * 60_000).toISOString().slice(11, 16);
/** Days as a person reads them. */
const read = (days: Json[]): string[] =>
  days.map(({ day, spans, minutes, holiday }) =>
    [
      day,
      ...(spans as Json[]).map(({ from, until }) => `${hourOf(from)} to ${hourOf(until)}`),
      `${minutes} min`,
      ...(holiday ? [holiday] : []),
    ].join(', '),
  );
const hours = { name: 'Hours of this test', isUsual: false, holidays: 'CUSTOMER' } as const;
const week = (span: string) => ({ monday: span, tuesday: span, wednesday: span, thursday: span, friday: span });

test('what is asked on a Sunday says by which hours it is due on Monday; what has passed and what is to come are told apart', async () => {
  const { id, resolutionDueAt } = await it.ask();
  expect(new Date(resolutionDueAt).toISOString()).toBe('2026-11-30T08:00:00.000Z');
  const asked = await why(id);
  expect(read(asked['first'].coming)).toEqual(['2026-11-30, 09:30 to 10:30, 60 min']);
  expect(read(asked['solution'].coming)).toEqual(['2026-11-30, 09:30 to 13:30, 240 min']);
  expect([read(asked['days']), asked['hours']]).toEqual([['2026-11-29, 0 min'], 'Tests']);
  // Customers are not told how the desk names its hours.
  expect((await why(id, 'client'))['hours']).toBeNull();
  to('2026-11-30T05:30:00Z');
  const later = await why(id);
  expect(read(later['days'])).toEqual(['2026-11-29, 0 min', '2026-11-30, 09:30 to 11:00, 90 min']);
  expect(read(later['solution'].coming)).toEqual(['2026-11-30, 11:00 to 13:30, 150 min']);
  // What is late has nothing to come.
  expect(later['first'].coming).toEqual([]);
});

test('holidays on the way are told by name, half ones with their hours, and no more than 60 days', async () => {
  to('2026-12-07T05:30:00Z');
  const made = await it.must(it.call('admin', 'POST', '/business-hours', { ...hours, ...week('9:30-18:30') }));
  const add = (name: string, slaResolutionMin: number, position: number) =>
    it.must(
      it.call('admin', 'POST', '/help-category', {
        name,
        slaFirstResponseMin: 60,
        slaResolutionMin,
        businessHoursId: made['id'],
        position,
      }),
    );
  await it.must(it.call('admin', 'POST', '/holiday', { name: 'A whole day', day: '2026-12-08', states: [] }));
  await it.must(
    it.call('admin', 'POST', '/holiday', {
      name: 'Half a day',
      day: '2026-12-09',
      states: [],
      openHours: '9:30-13:00',
    }),
  );
  const { id } = await it.ask({ categoryId: (await add('Long questions', 900, 911))['id'] });
  expect(read((await why(id))['solution'].coming)).toEqual([
    '2026-12-07, 11:00 to 18:30, 450 min',
    '2026-12-08, 0 min, A whole day',
    '2026-12-09, 09:30 to 13:00, 210 min, Half a day',
    '2026-12-10, 09:30 to 13:30, 240 min',
  ]);
  const slow = await it.ask({ categoryId: (await add('Very long questions', 60 * 540, 912))['id'] });
  const { dueAt, coming } = (await why(slow['id']))['solution'];
  expect(coming).toHaveLength(60);
  expect(coming.at(-1).day < dueAt.slice(0, 10)).toBe(true);
});

test('what is over is told as it ended, also when the hours and the times of its category are others since', async () => {
  to('2026-12-14T04:30:00Z');
  const own = await it.must(
    it.call('admin', 'POST', '/business-hours', { ...hours, name: 'Hours that become others', ...week('9:30-18:30') }),
  );
  const category = {
    name: 'Questions that end',
    slaFirstResponseMin: 60,
    slaResolutionMin: 240,
    businessHoursId: own['id'],
    position: 913,
  };
  const { id: categoryId } = await it.must(it.call('admin', 'POST', '/help-category', category));
  const { id } = await it.ask({ categoryId });
  // Half a minute and more counts as one, for reports and for whoever asks.
  product.clock.move(30 * 60_000 + 40_000);
  await it.reply('agent', id, 'We look into it.');
  to('2026-12-14T06:30:00Z');
  await it.must(it.turn('agent', id, 4, 'Done.'));
  const ended = await it.ticket(id);
  expect(ended).toMatchObject({ firstMin: 31, solutionMin: 120, promise: 'MET' });
  const told = await why(id);
  expect([told['first'], told['solution']]).toMatchObject([
    { state: 'STOPPED', usedMin: 31, targetMin: 60, coming: [] },
    { state: 'STOPPED', usedMin: 120, targetMin: 240, coming: [] },
  ]);
  expect(read(told['days'])).toEqual(['2026-12-14, 10:00 to 12:00, 120 min']);
  // Other times of the category alone: the days are the same.
  await it.must(it.call('admin', 'PUT', `/help-category/${categoryId}`, { ...category, slaResolutionMin: 60 }));
  const sooner = await why(id);
  expect([sooner['solution'], read(sooner['days'])]).toMatchObject([
    { usedMin: 120, targetMin: 240, missedAt: null },
    ['2026-12-14, 10:00 to 12:00, 120 min'],
  ]);
  // Other hours: which days counted cannot be told any more.
  await it.must(
    it.call('admin', 'PUT', `/business-hours/${own['id']}`, {
      ...hours,
      name: 'Hours that become others',
      ...week('11-18:30'),
    }),
  );
  await product.product.jobs.runDue();
  const since = await why(id);
  expect([since['first'], since['solution'], since['days']]).toMatchObject([
    { usedMin: 31, targetMin: 60 },
    { usedMin: 120, targetMin: 240, missedAt: null },
    [],
  ]);
  // Closing it changes nothing of that.
  await it.must(it.turn('agent', id, 5));
  expect(await it.ticket(id)).toMatchObject({ firstMin: 31, solutionMin: 120, promise: 'MET', requestStatus: 5 });
  // Merged it has no solution of its own; its answer stays as it was.
  const into = await it.ask();
  await it.must(it.call('agent', 'POST', '/help-desk/merge', { ids: [id], intoId: into['id'] }));
  expect(await it.ticket(id)).toMatchObject({ firstMin: 31, solutionMin: null, solutionInTime: null, promise: 'MET' });
  expect((await why(id))['solution']).toMatchObject({ usedMin: null, targetMin: null });
});
