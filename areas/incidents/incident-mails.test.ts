import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIncidents } from './testing/incidents.ts';

let its: Awaited<ReturnType<typeof startIncidents>>;
beforeAll(async () => {
  its = await startIncidents();
}, 120_000);
afterAll(() => its?.close());

interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}
const mailsAbout = async (word: string): Promise<Mail[]> => {
  const all = (await its.must(its.call('desk', 'GET', '/mail?take=100'))) as Mail[];
  const about = all.filter(({ subject }) => subject.includes(word));
  return Promise.all(about.map(({ id }) => its.get('desk', `/mail/${id}`) as Promise<Mail>));
};
const escalate = async () => {
  its.product.clock.move(60_500);
  await its.product.product.jobs.runDue();
};

test('the mail that nobody acknowledged an emergency says so in its subject, and is in the language of its reader', async () => {
  const language = await its.call('owner', 'PUT', '/session/language', { language: 'hi' });
  expect(language.status).toBe(200);
  const tracker = await its.tracker();
  const plate = tracker.vehicle.registrationNo;
  const report = { what: 'Driver phoned', vehicleId: tracker.vehicle.id, isTest: false };
  const made = await its.must(its.call('desk', 'POST', '/incident', report));
  await escalate();
  await escalate();
  const [english, hindi] = [
    await mailsAbout(`Emergency ${made.incidentNo}`),
    await mailsAbout(`आपात स्थिति ${made.incidentNo}`),
  ];
  expect(new Set(english.map(({ subject }) => subject))).toEqual(
    new Set(
      [1, 2].map(
        (count) =>
          `Emergency ${made.incidentNo}: ${plate}, not acknowledged for ${count} minute${count === 1 ? '' : 's'}`,
      ),
    ),
  );
  expect(english[0]?.text).toContain('Where: not known');
  expect(hindi.map(({ subject }) => subject).sort()).toEqual([
    `आपात स्थिति ${made.incidentNo}: ${plate}, 1 मिनट से किसी ने नहीं सँभाला`,
    `आपात स्थिति ${made.incidentNo}: ${plate}, 2 मिनट से किसी ने नहीं सँभाला`,
  ]);
  for (const { text } of hindi) {
    expect(text).toContain('जगह: मालूम नहीं');
    expect(text).not.toContain('not known');
  }
  await its.must(its.call('desk', 'POST', `/incident/resolve/${made.id}`, { outcome: 'Helped' }));
  // A place is said in Hindi too, with its figures.
  await tracker.press(0, { lat: 18.95, lon: 73.89 });
  const open = (await its.get('desk', '/incident/open')) as { vehicleId: string; incidentNo: string }[];
  const pressed = open.find(({ vehicleId }) => vehicleId === tracker.vehicle.id);
  await escalate();
  const [placed] = await mailsAbout(`आपात स्थिति ${pressed?.incidentNo}`);
  expect(placed?.text).toMatch(/जगह: .* से .* में \d+ किमी \(18\.95000, 73\.89000\)/);
  tracker.client.end();
});

test('an emergency contact is told which vehicle and driver are in danger, and not to fear for whoever named them', async () => {
  const tracker = await its.tracker({ isDriven: true });
  await tracker.press();
  const open = (await its.get('desk', '/incident/open')) as { id: string; vehicleId: string; driver: string }[];
  const raised = open.find(({ vehicleId }) => vehicleId === tracker.vehicle.id);
  const { contacts } = await its.get('desk', `/incident/card/${raised?.id}`);
  const contact = contacts.find(
    ({ person, mayBeEmailed }: { person: string; mayBeEmailed: boolean }) => mayBeEmailed && person === 'Meera Joshi',
  );
  const note = 'Please call us on 020 2605 8080.';
  await its.must(its.call('desk', 'POST', `/incident/email/${raised?.id}`, { contactId: contact.id, note }));
  const subject = `Emergency: vehicle ${tracker.vehicle.registrationNo}, driver ${raised?.driver}`;
  const [mail, ...more] = await mailsAbout(subject);
  expect([more, mail?.subject]).toEqual([[], subject]);
  expect(raised?.driver).not.toBe('Meera Joshi');
  for (const words of [
    `Vehicle: ${tracker.vehicle.registrationNo}`,
    `Driver: ${raised?.driver}`,
    'because Meera Joshi named you as an emergency contact',
    note,
  ])
    expect(mail?.text).toContain(words);
  tracker.client.end();
});
