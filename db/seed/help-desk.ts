/** Teams of the help desk: name and what it does. */
export const helpTeams: readonly (readonly [name: string, about: string])[] = [
  ['Support', 'First answer to everything that no other team knows better: sign-in, documents, how something works.'],
  ['Insurance desk', 'Policies, renewals, claims and offers.'],
  ['Road safety', 'Speeding, violations and challans.'],
  ['Operations', 'Devices, trips, and emergencies at any hour.'],
  ['Finance', 'Wallets, payments and refunds.'],
];

const week = (workday: string, saturday: string | null, sunday: string | null) => ({
  ...Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => [day, workday])),
  saturday,
  sunday,
});

/** When the desk is open, as columns of the table. */
export const businessHours = [
  {
    name: 'Office hours',
    is_usual: true,
    ...week('09:30-18:30', '09:30-18:30', null),
    holidays: 'CUSTOMER',
    open_hours: 'Mon–Sat 09:30-18:30',
  },
  {
    name: 'Day and night',
    is_usual: false,
    ...week('00:00-24:00', '00:00-24:00', '00:00-24:00'),
    holidays: 'NONE',
    open_hours: '24 × 7',
  },
];

/** Names of help categories with the team that gets their tickets, and hours that are not the usual ones. */
export const routing: readonly (readonly [category: string, team: string, hours?: string])[] = [
  ['Login', 'Support'],
  ['Device', 'Operations'],
  ['Trip is wrong', 'Operations'],
  ['Challan', 'Road safety'],
  ['Policy', 'Insurance desk'],
  ['KYC', 'Support'],
  ['Payment', 'Finance'],
  ['SOS', 'Operations', 'Day and night'],
];

/**
 * Holidays of all India: the three national ones, and those of the list of the Union government that no sighting of the moon moves
 * (for 2026: circular of the Department of Personnel and Training; Good Friday of 2027 follows from Easter). States order their own.
 */
export const holidays: readonly (readonly [day: string, name: string, states?: readonly string[]])[] = [
  ['2026-01-26', 'Republic Day'],
  ['2026-03-04', 'Holi'],
  ['2026-03-26', 'Ram Navami'],
  ['2026-03-31', 'Mahavir Jayanti'],
  ['2026-04-03', 'Good Friday'],
  ['2026-05-01', 'Buddha Purnima'],
  ['2026-05-01', 'Maharashtra Day', ['MH']],
  ['2026-05-01', 'Gujarat Day', ['GJ']],
  ['2026-08-15', 'Independence Day'],
  ['2026-09-04', 'Janmashtami'],
  ['2026-10-02', 'Gandhi Jayanti'],
  ['2026-10-20', 'Dussehra'],
  ['2026-11-01', 'Karnataka Rajyotsava', ['KA']],
  ['2026-11-08', 'Diwali'],
  ['2026-11-24', 'Guru Nanak Jayanti'],
  ['2026-12-25', 'Christmas Day'],
  ['2027-01-26', 'Republic Day'],
  ['2027-03-26', 'Good Friday'],
  ['2027-05-01', 'Maharashtra Day', ['MH']],
  ['2027-05-01', 'Gujarat Day', ['GJ']],
  ['2027-08-15', 'Independence Day'],
  ['2027-10-02', 'Gandhi Jayanti'],
  ['2027-11-01', 'Karnataka Rajyotsava', ['KA']],
  ['2027-12-25', 'Christmas Day'],
];

/** Reply templates: title, help category, text. */
export const cannedReplies: readonly (readonly [name: string, category: string | null, text: string])[] = [
  [
    'We received your request',
    null,
    `Hello {{customer}},

Thank you for writing to us. We received your request and gave it the number {{ticket}}. You will hear from us here as soon as we have looked at it.

{{agent}}`,
  ],
  [
    'We need more information',
    null,
    `Hello {{customer}},

To go on with ticket {{ticket}} we need to know a little more:

- What did you expect to see, and what did you see instead?
- When did it happen? Date and time help us find it.

A picture of the screen often says more than words. You can add it to your answer.

{{agent}}`,
  ],
  [
    'Solved: please check',
    null,
    `Hello {{customer}},

We believe that ticket {{ticket}} is solved. Please check, and answer here if anything is still not right. Your answer opens the ticket again.

{{agent}}`,
  ],
  [
    'Reset your password',
    'Login',
    `Hello {{customer}},

You can set a new password yourself: choose “Forgot password?” on the sign-in page and enter your email address. The link in the email is valid for a short time and works once.

If no email arrives, look into the spam folder first, then tell us which address you entered.

{{agent}}`,
  ],
  [
    'Device is offline',
    'Device',
    `Hello {{customer}},

The device of {{plate}} has not sent its position for a while. Please check in this order:

1. Is the vehicle parked in a basement or a place without mobile network? The device sends what it stored once it has network again.
2. Was the battery of the vehicle disconnected, or the vehicle in a workshop?
3. Is the light on the device on while the ignition is on?

Tell us what you found. If the device stays offline, we arrange a visit of a technician.

{{agent}}`,
  ],
  [
    'Trip will be recalculated',
    'Trip is wrong',
    `Hello {{customer}},

Thank you for reporting the trip of {{plate}}. Positions that arrived late are added to the trip by themselves, and the distance can then change. Please look at the trip again tomorrow. If it is still wrong, tell us which part of the way is missing or was not driven.

{{agent}}`,
  ],
  [
    'How to contest a challan',
    'Challan',
    `Hello {{customer}},

We have the details of the challan of {{plate}} before us. You can pay it, or contest it with the authority that issued it. Please send us a picture of the notice, and tell us who drove at that time. We then send you the track and the speed of the vehicle at that moment, which you can add to your objection.

{{agent}}`,
  ],
  [
    'Policy document is attached',
    'Policy',
    `Hello {{customer}},

The policy of {{plate}} is attached to this answer. You also find it on the page of the vehicle, under “Policies”. Please compare the registration number, chassis number and the period of cover, and tell us at once if anything differs.

{{agent}}`,
  ],
  [
    'Document has to be uploaded again',
    'KYC',
    `Hello {{customer}},

We could not verify the document that you uploaded. Please upload it again:

- the whole page with all four corners,
- sharp and without glare,
- as a photo or PDF of up to 10 MB.

Number and name on it must be the same as on the record.

{{agent}}`,
  ],
  [
    'Payment is on its way',
    'Payment',
    `Hello {{customer}},

We found your payment. The bank has not confirmed it yet, which can take up to two working days. As soon as it is confirmed, the amount is in your wallet. If the bank declines it, the money goes back to your account by itself. You do not need to pay again.

{{agent}}`,
  ],
  [
    'Refund was sent',
    'Payment',
    `Hello {{customer}},

We sent the refund for ticket {{ticket}} to the account that the payment came from. Banks usually show it within five to seven working days.

{{agent}}`,
  ],
];

/** Members of teams in the demo, by email address. */
export const demoTeams: readonly (readonly [team: string, emails: readonly string[]])[] = [
  ['Support', ['support@roadkeeper.test', 'kyc@roadkeeper.test']],
  ['Insurance desk', ['insurance@roadkeeper.test']],
  ['Road safety', ['safety@roadkeeper.test']],
  ['Operations', ['operations@roadkeeper.test', 'support@roadkeeper.test']],
  ['Finance', ['finance@roadkeeper.test']],
];
