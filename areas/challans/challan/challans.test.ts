import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, dayInWords, indiaDay } from '#kit/contract/days.ts';
import { challan } from './challan.contract.ts';
import { type ChallanRow, contest, startChallans } from '../testing/challans.ts';

let its: Awaited<ReturnType<typeof startChallans>>;
beforeAll(async () => {
  its = await startChallans();
}, 120_000);
afterAll(() => its?.close());

const status = async (id: string) => (await its.seen(id)).challanStatus;
const pay = (row: ChallanRow, headers = {}) =>
  its.call('client', 'POST', `/challan/pay/${row.id}`, { walletId: its.wallet, amountPaise: row.amountPaise }, headers);
const decide = (id: string, decision: 'UPHOLD' | 'CANCEL') =>
  its.call('safety', 'POST', `/challan/decide/${id}`, {
    decision,
    reason: 'As the trace shows',
    orderText: 'The trace and the papers were looked at together.',
  });
/** What of a row is written. */
const written = (row: ChallanRow) =>
  Object.fromEntries(
    Object.keys(challan.fields)
      .filter((name) => name !== 'attachment')
      .map((name) => [name, row[name]]),
  );
/** The last minute of a day in India, and the first of the next. */
const lastMinute = (day: string) => `${day}T18:29:00Z`;
const nextDay = (day: string) => `${day}T18:30:00Z`;

describe('from a violation to a notice', () => {
  it('drafts what the tester of rules says, once', async () => {
    const { violationId, vehicleId } = await its.proven(100);
    const made = await its.call('safety', 'POST', `/challan/from-violation/${violationId}`);
    expect(made.status, made.text).toBe(201);
    const row = made.json.data as ChallanRow;
    expect(row).toMatchObject({ challanStatus: 'DRAFT', source: 'INTERNAL', vehicleId, offenceNo: 1, violationId });
    expect(row.challanNo).toMatch(/^CN-2611-\d{5}$/);
    const { speedKmh, limitKmh, seconds } = row as unknown as Record<string, number>;
    const asked = await its.must(
      its.call(
        'safety',
        'GET',
        `/challan-rule/test?speedKmh=${speedKmh}&limitKmh=${limitKmh}&seconds=${seconds}&vehicleSize=LIGHT&class=M1&state=${row.state ?? 'MH'}`,
      ),
    );
    expect([row.amountPaise, row.ruleId]).toEqual([asked.rule.amountPaise, asked.rule.id]);
    const again = await its.call('safety', 'POST', `/challan/from-violation/${violationId}`);
    expect([again.status, again.json.message]).toEqual([409, `There is ${row.challanNo} for this violation already`]);
    // What is a draft is nobody else's business yet.
    expect((await its.call('client', 'GET', `/challan/${row.id}`)).status).toBe(404);
    expect((await its.call('other', 'GET', `/challan/${row.id}`)).status).toBe(404);
  });

  it('asks the driver first, and waits for the answer as long as there is time', async () => {
    const row = await its.draft();
    await its.must(its.call('safety', 'POST', `/challan/ask/${row.id}`));
    const asked = await its.seen(row.id, 'client');
    expect(asked).toMatchObject({ challanStatus: 'DRAFT', due: 'ANSWER' });
    const issue = () => its.call('safety', 'POST', `/challan/issue/${row.id}`, { amountPaise: row.amountPaise });
    expect((await issue()).status).toBe(409);
    expect((await its.call('other', 'POST', `/challan/answer/${row.id}`, { answer: 'Not mine' })).status).toBe(404);
    await its.must(its.call('client', 'POST', `/challan/answer/${row.id}`, { answer: 'I was overtaking a lorry.' }));
    expect((await its.call('client', 'POST', `/challan/answer/${row.id}`, { answer: 'And again' })).status).toBe(409);
    expect((await issue()).status).toBe(200);
    expect(await its.seen(row.id)).toMatchObject({ challanStatus: 'ISSUED', answer: 'I was overtaking a lorry.' });
  });

  it('issues the amount that was seen, and no other, and counts earlier ones', async () => {
    const first = await its.draft();
    const wrong = await its.call('safety', 'POST', `/challan/issue/${first.id}`, { amountPaise: 1 });
    expect(wrong.status).toBe(409);
    expect(wrong.json.message).toMatch(
      /^The amount has changed: it is from ₹1,000\.00 to ₹2,000\.00, as offence number 1/,
    );
    expect((await its.call('client', 'POST', `/challan/issue/${first.id}`, { amountPaise: 1 })).status).toBe(403);
    await its.must(its.call('safety', 'POST', `/challan/issue/${first.id}`, { amountPaise: first.amountPaise }));
    const changed = await its.call('safety', 'PUT', `/challan/${first.id}`, { ...written(first), place: 'Elsewhere' });
    expect([changed.status, changed.json.message]).toEqual([409, 'An issued notice stays as it is']);
  });
});

describe('the clock', () => {
  it('takes a payment until the last minute of the last day, and not later', async () => {
    const [early, late] = [await its.notified(), await its.notified()];
    await its.fill(500_000);
    expect(early.contestBy).toBe(addDays(String(early['notifiedOn']), 45));
    await its.at(lastMinute(late.contestBy));
    await its.tick();
    expect(await status(early.id)).toBe('NOTIFIED');
    expect((await pay(early)).status).toBe(201);
    expect(await status(early.id)).toBe('PAID');
    await its.at(nextDay(late.contestBy));
    // Nobody has looked yet: what is done now is done after the deadline all the same.
    const refused = await its.call('client', 'POST', '/challan-contest', contest(late.id));
    expect(refused.status, refused.text).toBe(409);
    await its.tick();
    const deemed = await its.seen(late.id);
    expect(deemed).toMatchObject({
      challanStatus: 'DEEMED_ACCEPTED',
      payBy: addDays(late.contestBy, 30),
      overdue: false,
    });
    await its.at(lastMinute(deemed.payBy));
    await its.tick();
    expect((await its.seen(late.id)).overdue).toBe(false);
    await its.at(nextDay(deemed.payBy));
    await its.tick();
    expect((await its.seen(late.id)).overdue).toBe(true);
    // An overdue one can be paid.
    expect((await pay(deemed)).status).toBe(201);
    expect(await its.seen(late.id)).toMatchObject({ challanStatus: 'PAID', overdue: false });
  });

  it('never takes a contested one for accepted; what nobody decides in time falls, and its money comes back', async () => {
    const row = await its.contested();
    await its.fill(500_000);
    const before = await its.balance();
    expect((await pay(row)).json.message).toBe('Paid. The money is held until the contest is decided.');
    const held = await its.seen(row.id);
    expect(held).toMatchObject({ challanStatus: 'CONTESTED', paidPaise: row.amountPaise });
    expect(await its.balance()).toBe(before - row.amountPaise);
    await its.at(lastMinute(held.decideBy));
    await its.tick();
    expect(await status(row.id)).toBe('CONTESTED');
    await its.at(nextDay(held.decideBy));
    expect((await decide(row.id, 'UPHOLD')).status).toBe(409);
    await its.tick();
    await its.tick();
    expect(await its.seen(row.id)).toMatchObject({
      challanStatus: 'LAPSED',
      paidPaise: 0,
      refundedPaise: row.amountPaise,
    });
    expect(await its.balance()).toBe(before);
    // The violation may get another one now.
    const again = await its.call('safety', 'POST', `/challan/from-violation/${String(row['violationId'])}`);
    expect(again.status, again.text).toBe(201);
  });
});

describe('a contest', () => {
  it('is cancelled with an order, and what was paid comes back once', async () => {
    const row = await its.contested();
    await its.fill(500_000);
    const before = await its.balance();
    await its.must(pay(row));
    expect((await its.call('client', 'POST', `/challan/decide/${row.id}`, {})).status).toBe(403);
    const [one, two] = await Promise.all([decide(row.id, 'CANCEL'), decide(row.id, 'CANCEL')]);
    expect([one.status, two.status].toSorted()).toEqual([200, 409]);
    expect(await its.balance()).toBe(before);
    const timeline = await its.must(its.call('client', 'GET', `/challan/timeline/${row.id}`));
    expect(timeline.map(({ what }: { what: string }) => what)).toEqual([
      'DRAFTED',
      'ISSUED',
      'NOTIFIED',
      'CONTESTED',
      'DEPOSITED',
      'REFUNDED',
      'CANCELLED',
    ]);
    // Clients are not told which member of the staff it was.
    expect(
      new Set(
        timeline.filter(({ byStaff }: { byStaff: boolean }) => byStaff).map(({ actor }: { actor: string }) => actor),
      ),
    ).toEqual(new Set(['']));
  });

  it('is upheld, and goes to court with half of it as deposit', async () => {
    const row = await its.contested();
    await its.fill(500_000);
    await its.must(decide(row.id, 'UPHOLD'));
    const court = (depositPaise: number) =>
      its.call('client', 'POST', `/challan/court/${row.id}`, { walletId: its.wallet, depositPaise });
    expect((await court(row.amountPaise)).status).toBe(409);
    const asked = await its.must(its.call('client', 'GET', `/challan/asked/${row.id}`));
    expect(asked.depositPaise).toBe(row.amountPaise / 2);
    await its.must(court(row.amountPaise / 2));
    expect(await its.seen(row.id)).toMatchObject({ challanStatus: 'COURT', paidPaise: row.amountPaise / 2 });
    const decided = (decision: string) =>
      its.call('safety', 'POST', `/challan/court-decision/${row.id}`, { decision, note: 'Court of Pune, 12/2026' });
    await its.must(decided('UPHOLD'));
    expect((await decided('CANCEL')).status).toBe(409);
    expect(await its.seen(row.id)).toMatchObject({ challanStatus: 'UPHELD', paidPaise: row.amountPaise / 2 });
    // Once: the court has the last word.
    expect((await court(row.amountPaise / 2)).status).toBe(409);
    await its.must(
      its.call('client', 'POST', `/challan/pay/${row.id}`, { walletId: its.wallet, amountPaise: row.amountPaise / 2 }),
    );
    expect(await status(row.id)).toBe('PAID');
    expect((await pay(row)).status).toBe(409);
  });

  it('keeps notes of staff from clients, in every list, search and export', async () => {
    const row = await its.contested();
    const canary = 'zebra-canary-17';
    await its.must(its.call('safety', 'POST', '/challan-note', { challanId: row.id, text: `Only for us: ${canary}` }));
    expect((await its.call('client', 'GET', '/challan-note')).status).toBe(403);
    for (const path of [
      `/challan/${row.id}`,
      `/challan/timeline/${row.id}`,
      `/challan?q=${canary}`,
      `/challan-contest?q=${canary}`,
      `/history?q=${canary}`,
    ])
      expect((await its.call('client', 'GET', path)).text).not.toContain(`us: ${canary}`);
  });
});

describe('money', () => {
  it('is paid once, whoever asks how often, and refunded once', async () => {
    const row = await its.notified();
    await its.fill(500_000);
    const before = await its.balance();
    const headers = { 'idempotency-key': 'pay-challan-once-1' };
    const answers = await Promise.all([pay(row, headers), pay(row, headers), pay(row), pay(row)]);
    expect(answers.filter(({ status: code }) => code === 201).length).toBeGreaterThan(0);
    expect(await its.balance()).toBe(before - row.amountPaise);
    const refund = () =>
      its.call('finance', 'POST', `/challan/refund/${row.id}`, {
        amountPaise: row.amountPaise,
        note: 'Paid by mistake',
      });
    const back = await Promise.all([refund(), refund()]);
    expect(back.map(({ status: code }) => code).toSorted()).toEqual([201, 409]);
    expect(await its.balance()).toBe(before);
    expect(await status(row.id)).toBe('REFUNDED');
  });

  it('follows a refund that finance makes on the page of the transaction', async () => {
    const row = await its.notified();
    await its.fill(500_000);
    await its.must(pay(row));
    const [paid] = await its.speeding.query<{ id: string }>('select id from wallet_transaction where about_id = $1', [
      row.id,
    ]);
    const back = await its.call('finance', 'POST', `/wallet-transaction/${paid?.id}/refund`, {
      amountPaise: row.amountPaise,
      note: 'Goodwill',
    });
    expect(back.status, back.text).toBe(201);
    expect(await its.seen(row.id)).toMatchObject({ challanStatus: 'REFUNDED', paidPaise: 0 });
  });
});

describe('a government challan', () => {
  const fields = async (more: object = {}) => {
    const [type] = await its.must(its.call('safety', 'GET', '/challan-type?take=1'));
    const [vehicle] = await its.must(its.call('client', 'GET', '/vehicle?take=1'));
    return {
      source: 'GOVERNMENT',
      challanNo: 'MH12/2026/000123',
      challanTypeId: type.id,
      vehicleId: vehicle.id,
      offenceOn: '2026-11-01',
      offenceTime: '14:05',
      place: 'Hinjawadi, Pune',
      amountPaise: 100_000,
      authority: 'Pune traffic police',
      notifiedOn: '2026-11-03',
      ...more,
    };
  };
  it('is added by its client, and looks like none of the company', async () => {
    expect(
      (await its.call('client', 'POST', '/challan', await fields({ source: 'INTERNAL', challanNo: null }))).status,
    ).toBe(400);
    const own = await its.call('client', 'POST', '/challan', await fields({ challanNo: 'CN-2611-00001' }));
    expect([own.status, own.json.fields?.challanNo]).toEqual([
      400,
      'Numbers that begin with CN are those of company notices',
    ]);
    const row = (await its.must(its.call('client', 'POST', '/challan', await fields()))) as ChallanRow;
    expect(row).toMatchObject({ challanStatus: 'NOTIFIED', contestBy: '2026-12-18', source: 'GOVERNMENT' });
    expect((await its.call('client', 'POST', '/challan', await fields())).status).toBe(409);
    expect((await its.call('other', 'GET', `/challan/${row.id}`)).status).toBe(404);
    expect((await its.call('client', 'GET', `/challan/letter/${row.id}/notice`)).status).toBe(409);
    expect((await pay(row)).status).toBe(409);
  });
  it('stands against its vehicle while it is to be paid, and no notice of the company does', async () => {
    const { id: ownId, vehicleId } = await its.notified();
    const today = indiaDay(its.product.clock.now());
    const given = await fields({ challanNo: 'MH12/2026/000124', offenceOn: today, offenceTime: '00:00', vehicleId });
    const { id, contestBy } = await its.must(its.call('client', 'POST', '/challan', { ...given, notifiedOn: today }));
    const said = async () => {
      const { lines } = await its.must(its.call('client', 'GET', `/vehicle/${vehicleId}/verdict`));
      return (lines as { about: string; text: string }[]).flatMap(({ about, text }) =>
        about === 'CHALLAN' ? text : [],
      );
    };
    expect(await said()).toEqual([]);
    await its.at(`${addDays(contestBy, 1)}T00:30:00+05:30`);
    await its.tick();
    expect(await status(ownId)).toBe('DEEMED_ACCEPTED');
    const { payBy } = await its.seen(id);
    expect(await said()).toEqual([`1 unpaid government challan, due by ${dayInWords(payBy)}`]);
    await its.at(`${addDays(payBy, 1)}T00:30:00+05:30`);
    await its.tick();
    expect(await said()).toEqual([`1 unpaid government challan, overdue since ${dayInWords(addDays(payBy, 1))}`]);
    await its.must(its.call('client', 'POST', `/challan/paid/${id}`, { on: addDays(payBy, 1), receiptNo: 'R 7' }));
    expect(await said()).toEqual([]);
    expect(await its.seen(ownId)).toMatchObject({ challanStatus: 'DEEMED_ACCEPTED', overdue: true });
  });
});

describe('of the past', () => {
  const given = async (more: object) => {
    const [type] = await its.must(its.call('safety', 'GET', '/challan-type?take=1'));
    return {
      source: 'GOVERNMENT',
      challanTypeId: type.id,
      offenceTime: '09:30',
      place: 'Karve Road, Pune',
      amountPaise: 50_000,
      ...more,
    };
  };
  it('an old offence goes by the deadlines that are nearest, and keeps no other challan waiting', async () => {
    const [vehicle] = await its.must(its.call('client', 'GET', '/vehicle?take=1'));
    const old = { vehicleId: vehicle.id, offenceOn: '2015-03-02', notifiedOn: '2015-03-05', challanNo: 'OLD/2015/1' };
    const { id, contestBy } = await its.must(its.call('client', 'POST', '/challan', await given(old)));
    expect(contestBy).toBe(addDays('2015-03-05', 45));
    const before = await its.call(
      'client',
      'POST',
      '/challan',
      await given({ ...old, offenceOn: '1989-06-30', challanNo: 'OLD/2' }),
    );
    expect([before.status, before.json.fields]).toEqual([
      400,
      { offenceOn: 'This is before the Motor Vehicles Act, 1988, was in force' },
    ]);
    const other = await its.notified();
    await its.at(`${addDays(other.contestBy, 1)}T00:30:00+05:30`);
    await its.tick();
    expect([await status(id), await status(other.id)]).toEqual(['DEEMED_ACCEPTED', 'DEEMED_ACCEPTED']);
    expect((await its.seen(id)).overdue).toBe(true);
  });

  it('belongs to whose the vehicle was then, who still reads its number', async () => {
    const { vehicleId, id: notice } = await its.notified();
    const vehicle = await its.must(its.call('client', 'GET', `/vehicle/${vehicleId}`));
    const today = indiaDay(its.product.clock.now());
    const before = { vehicleId, offenceOn: addDays(today, -1), notifiedOn: today };
    await its.at(new Date(its.product.clock.now().getTime() + 86_400_000).toISOString());
    const offered = await its.must(
      its.call('client', 'POST', `/vehicle/transfer/${vehicleId}`, { reason: 'Sold', toMobile: '+91 70000 00031' }),
    );
    await its.must(its.call('other', 'POST', `/ownership-transfer/decide/${offered.id}`, { decision: 'APPROVE' }));
    const late = await given({ ...before, challanNo: 'THEN/1' });
    const refused = await its.call('other', 'POST', '/challan', late);
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, expect.any(Array)]);
    const added = await its.must(its.call('safety', 'POST', '/challan', late));
    expect(added.org.label).toBe('Sahyadri Logistics');
    expect((await its.call('other', 'GET', `/challan/${added.id}`)).status).toBe(404);
    for (const one of [added.id, notice])
      expect(await its.seen(one, 'client')).toMatchObject({ plate: vehicle.registrationNo });
    const found = await its.must(its.call('client', 'GET', `/challan?q=${vehicle.registrationNo}`));
    expect(found.map((row: { id: string }) => row.id)).toEqual(expect.arrayContaining([added.id, notice]));
  });
});

describe('letters', () => {
  it('say that they are of the company, and are there when there is something to say', async () => {
    const row = await its.notified();
    const letter = await its.call('client', 'GET', `/challan/letter/${row.id}/notice`);
    expect([letter.status, letter.headers['content-type'], letter.raw.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    expect((await its.call('client', 'GET', `/challan/letter/${row.id}/decision`)).status).toBe(409);
    expect((await its.call('client', 'GET', `/challan/letter/${row.id}/anything`)).status).toBe(404);
    expect((await its.call('other', 'GET', `/challan/letter/${row.id}/notice`)).status).toBe(404);
  });
});
