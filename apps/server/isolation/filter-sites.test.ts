import { expect, test } from 'vitest';
import { placesInSource } from './testing/filter-sites.ts';

const { places, byHand } = placesInSource();

/** Comparisons that are no fence, by file: what they are for. */
const explained: Readonly<Record<string, string>> = {
  'areas/helpdesk/inbound/help-mail.store.ts':
    'writes whose a mail became that was nobody’s; what is read of it is filtered in read-help-mail.ts',
  'kit/server/catalogue/views/views.routes.ts': 'Private views among those that the fence lets through',
  'kit/server/catalogue/views/columns.routes.ts': 'Private views among those that the fence lets through',
  'areas/roads/limits/fence-caps.store.ts':
    'The client that a limit is looked up for, which staff name, beside the filter of whoever asks',
  'areas/incidents/incident/raise.ts':
    'The vehicle that the driver of a report has within the organisation of the report, which the caller fenced',
  'areas/compliance/status/facts.store.ts':
    'Papers and examinations beside the vehicle or driver they are of: the caller fences that one',
  'areas/challans/challan/challan-mails.ts':
    'The driver of the organisation of a challan that was locked: both are in one row of it',
  'areas/challans/challan/challan-rows.store.ts':
    'Who was assigned to a vehicle within its organisation then: vehicle and assignment in one row',
  'areas/challans/challan/challans.store.ts':
    'What became of a challan that the tenant filter let through: both in one row',
  'areas/challans/challan/letters.ts': 'The contest of a challan that the tenant filter let through: both in one row',
  'areas/challans/challan/offence.ts':
    'Counts earlier challans of the organisation of the one that is written, whose vehicle was checked',
  'areas/challans/challan/unpaid.ts':
    'Challans of the organisation of a vehicle that was just written, or whose challan was: both are in one row of it',
  'areas/challans/challan/words.policy.ts':
    'The challan of the organisation that words are written for: only that one is locked, so that nobody waits for others',
  'areas/challans/what-if/what-if.store.ts':
    'Counts earlier challans of the organisation of a violation that the tenant filter let through',
  'areas/challans/alibi/alibi-rows.store.ts':
    'Counts what the owner of a vehicle that was found through the fence has stored: beyond a number it is refused',
  'areas/devices/registry/device.policy.ts':
    'Whether a deleted device of the organisation of whoever writes has an identifier: nothing of it is told',
  'areas/geofences/engine/fence-book.store.ts':
    'Geofences of organisations by those ids, for the pipeline, which asks for all',
  'areas/geofences/engine/fence-states.store.ts': 'Writes whose a state is, from a binding that was read',
  'areas/geofences/engine/speed-caps.store.ts':
    'Geofences of the organisation whose trip is judged, for the job that judges it',
  'areas/geofences/engine/stored-fixes.store.ts': 'Positions of organisations that have geofences, for the pipeline',
  'areas/geofences/geofence/geofence.policy.ts':
    'Vehicles of the organisation of a geofence: both are in one row of it, or in the values that are written',
  'areas/speeding/recalculate/recalculations.store.ts':
    'A change of the same organisation, or of none, that waits in the transaction of another change',
  'areas/speeding/live/alert-query.ts':
    'Trips of the organisation of an alert: both are in one row of it, and the alert is fenced',
  'areas/speeding/live/alert-rows.store.ts':
    'The trip of the organisation whose alert was read: both are in one row, which is fenced',
  'areas/speeding/match/past-trips.store.ts':
    'Trips of the organisation of a trial, which was checked when it began, for the job that does it',
  'areas/speeding/score/days.store.ts':
    'Assignments of the organisation whose trip, violation or event it is: both are in one row of it, for the job that adds up days',
  'areas/speeding/score/scores.store.ts':
    'Days and scores of the organisation whose day was just added up, for the job that works out scores',
  'areas/speeding/score/score-list.store.ts':
    'Scores and days of the organisation of a vehicle or driver that was read with a tenant filter',
  'areas/speeding/score/score.routes.ts':
    'Only scores of who has the vehicle now: both are in one row of it, and the list has a tenant filter',
  'areas/documents/documents/policy-documents.store.ts':
    'The latest document of a number, of the organisation whose document it is: both are in one row of it',
  'areas/offers/offers.store.ts': 'How often an organisation used an offer, whose policy was just written: a count',
  'areas/policies/claims/claim.policy.ts':
    'The policy of the organisation that a claim is written for: only that one is locked, so that nobody waits for others',
  'areas/policies/nightly/policy-reminders.ts':
    'Whether a vehicle and its next policy are still of the organisation of a policy, for the nightly job',
  'areas/policies/nightly/chosen-reminders.ts':
    'Whether a vehicle and its next policy are still of the organisation of a policy that the tenant filter lets through',
  'areas/policies/policy/policy.policy.ts':
    'Vehicles of the organisation that a policy is written for: only these are locked, so that nobody waits for others',
  'areas/policies/policy/act-parts.ts': 'The vehicle of the organisation of a policy that was read: only it is locked',
  'areas/policies/renewal/qualifying.routes.ts':
    'The last policy of the owner of a vehicle that the tenant filter lets through',
  'areas/policies/policy/sync-documents.ts':
    'Whether a vehicle is still of the organisation of a policy that was just written: both are in one row of it',
  'areas/policies/timeline/timeline.routes.ts':
    'Whether a vehicle is still of the organisation of a policy: both are in one row of it, which is fenced',
  'areas/sharelinks/open-links.store.ts':
    'Whether a vehicle and whoever shared it are still of the organisation of a link: all in one row of it',
  'areas/sharelinks/links/create-link.ts':
    'How many links an organisation has, whose vehicle was read; a trip and its vehicle in one row',
  'areas/wallet/money/wallets.store.ts': 'An app user of the organisation whose wallet it is to be, which was read',
  'areas/helpdesk/tickets/conversation.store.ts':
    'Words of a ticket that the tenant filter let through, and of those merged into it: ticket and words in one row',
  'areas/helpdesk/tickets/handling.routes.ts': 'Earlier forwards of a ticket that the tenant filter let through',
  'areas/helpdesk/tickets/tickets.store.ts':
    'Tickets of the organisations that a write is for: only these are locked, so that nobody waits for others',
  'areas/helpdesk/sla/recount.store.ts':
    'Has tickets reckoned again after hours changed, those of an organisation after its state did: nothing is read but ids',
  'areas/helpdesk/tickets/split.store.ts':
    'Words of a ticket that the tenant filter let through, and of those merged into it: ticket and words in one row',
  'areas/helpdesk/people/readers.store.ts':
    'Customers to whom mail of a ticket goes that the writer has: those who left its organisation since are written to no more',
  'areas/identity/sessions/child-sessions.store.ts':
    'Whether somebody may act for somebody: both are in one row of the session',
  'areas/identity/accounts/recipients.store.ts':
    'Whom to write to about documents, a vehicle or a transfer that the caller has read',
  'areas/rights/data-scope/data-scope.store.ts': 'Which clients a user is given: ids that the caller has read',
  'areas/vehicles/catalogue/model-requests.routes.ts':
    'How many vehicles wait for a model: a count, of the organisation whose request was read',
  'areas/vehicles/catalogue/model-requests.store.ts':
    'Vehicles of the organisation whose request was read: both are in one row of the request',
  'areas/people/drivers/driver-lookup.store.ts':
    'How many numbers were asked about: a count, of the asker and of whom they ask for',
  'areas/people/invitations/invitations.store.ts':
    'A vehicle that was sold meanwhile is no longer named: both are in one row of the invitation',
  'areas/people/invitations/invitation-budget.store.ts': 'How many invitations an organisation has sent: a count',
  'areas/mail/delivery/sent-since.store.ts':
    'How many mails were sent for an organisation, whose budget it is: a count',
  'areas/people/medical/doctor-report.routes.ts':
    'Whether there is anybody to write to: both are in one row of the driver',
  'areas/reports/report/days.store.ts':
    'The last position of a vehicle that is still of the organisation whose day was read: both are in one row',
  'areas/reports/report/trips.store.ts': 'The next trip of the organisation whose trip was read: both are in one row',
  'areas/reports/schedule/schedule.store.ts': 'Whose permissions schedules run with that the caller has just written',
  'kit/server/files/file-rows.ts': 'How much room an organisation takes: a sum that the upload is measured by',
  'areas/identity/sessions/person-session.store.ts': 'Who runs the organisation of an API key that calls',
  'areas/integrations/webhooks/outbox.store.ts':
    'Webhooks of the organisations in which something happened: each is told of its own alone',
  'areas/integrations/webhooks/webhooks.routes.ts':
    'Webhooks of one organisation, of those that the tenant filter lets through',
  'areas/integrations/webhooks/webhooks.store.ts':
    'How many webhooks an organisation has: a count, before one more is made',
  'areas/integrations/keys/keys.routes.ts': 'Keys of one organisation, of those that the tenant filter lets through',
  'areas/integrations/keys/keys.store.ts': 'How many keys an organisation has: a count, before one more is made',
  'areas/duty/hiding/off-duty.store.ts':
    'Assignments and emergencies of the organisations whose rules the tenant filter let through; whether the owner of a device that the reader was given has any',
  'areas/duty/rule/versions.store.ts':
    'Versions and groups of the organisation of a rule that was just written, or whose group was: both are in one row of it',
  'areas/duty/tell/tell-change.ts':
    'Who is assigned to what in the organisation of a rule that was just written, and its name',
  'areas/duty/tell/tell-many.ts':
    'What rules of an organisation said around a moment at which one of them was written, in the job that the write left',
  'areas/duty/tell/drivers.job.ts':
    'Drivers and their vehicles by their ids, which the transaction that wrote a rule gave to the job',
  'areas/alarms/rule/alarm-rules.store.ts': 'rules of the organisations whose alarms the product records',
  'areas/incidents/card/card.store.ts': 'whom to call of the organisation of an incident that the reader was given',
  'areas/incidents/incident/incidents.store.ts': 'the timeline of an incident that the reader was given',
};

test('every tenant filter has a place of its own', () => {
  const names = places.map(({ name }) => name);
  const doubles = places.filter(({ name }, at) => names.indexOf(name) !== at);
  expect(doubles).toEqual([]);
  expect(names.length).toBeGreaterThan(20);
});

test('no statement keeps organisations apart by hand: tenantFilter(), tenantFilterApart() and owned() do', () => {
  const unexplained = byHand.filter(({ file }) => !(file in explained));
  expect(unexplained, 'use kit/server/db/tenant-filter.ts, or explain it here').toEqual([]);
  const needed = new Set(byHand.map(({ file }) => file));
  expect(Object.keys(explained).filter((file) => !needed.has(file))).toEqual([]);
});
