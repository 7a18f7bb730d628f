export interface FaqSeed {
  category: string;
  question: string;
  /** HTML of the elements that formatted texts may hold. */
  answer: string;
  audience: readonly ('APP' | 'CLIENT' | 'STAFF')[];
}
export const faqCategories: readonly (readonly [name: string, icon: string])[] = [
  ['Vehicles and documents', 'file-certificate'],
  ['Speed and challans', 'gauge'],
  ['Devices and trips', 'route'],
  ['Insurance', 'shield-check'],
  ['Account', 'user-circle'],
];
const everybody: FaqSeed['audience'] = ['APP', 'CLIENT'];

/** First help texts, in order within their category. */
export const faqs: readonly FaqSeed[] = [
  {
    category: 'Vehicles and documents',
    audience: everybody,
    question: 'Which documents does my vehicle need?',
    answer:
      '<p>Every vehicle needs its registration certificate, an insurance policy, a pollution certificate and paid road tax.</p><p>A transport vehicle also needs a <strong>fitness certificate</strong> and a <strong>permit</strong>.</p>',
  },
  {
    category: 'Vehicles and documents',
    audience: everybody,
    question: 'When am I reminded that a document expires?',
    answer:
      '<p>By email 30, 15, 7 and 1 day before, and on the day itself. <em>Renewals and deadlines</em> lists everything that expires in the coming months.</p>',
  },
  {
    category: 'Vehicles and documents',
    audience: everybody,
    question: 'Why was my document rejected?',
    answer:
      '<p>The reason is shown with the document. Common reasons:</p><ul><li>the picture is blurred or cropped</li><li>its number or name differs from the record</li><li>it has expired</li></ul><p>Upload a new picture. A document that is valid today stays valid until then.</p>',
  },
  {
    category: 'Vehicles and documents',
    audience: everybody,
    question: 'How do I add a driver?',
    answer:
      '<p>Choose <em>Invite driver</em> on the page Invitations and enter the mobile number. The driver confirms it with a code and enters the rest. If the invitation could not be sent, copy its link and share it yourself.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'When do I get a challan for speeding?',
    answer:
      '<p>When your vehicle exceeds the speed limit by more than the tolerance for long enough, and its positions are accurate enough to prove it. Every case is reviewed before a challan is issued.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'What is the tolerance?',
    answer:
      '<p>The notification S.O. 1522(E) allows <strong>5 per cent</strong> above the limit. Where the limit is 80 km/h, nothing is recorded up to 84 km/h.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'How do I contest a challan?',
    answer:
      '<ol><li>Open the challan and choose <strong>Contest</strong>.</li><li>Explain what is wrong and attach your evidence.</li><li>The decision and its reason appear on the same page.</li></ol>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'Who pays when another person was driving?',
    answer:
      '<p>The challan names the driver who was assigned at that time. If that is wrong, contest it and name the actual driver.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'Why is my vehicle shown in the wrong place?',
    answer:
      '<p>GPS is inaccurate under bridges, between tall buildings and in basements. The map shows the age and the accuracy of the position.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'My device has been offline for a day. What can I do?',
    answer:
      '<p>Check that it has power and that its SIM is active. If both are in order, contact support and select <em>Device</em>.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'When does a trip start and end?',
    answer:
      '<p>A trip starts when the vehicle moves. It ends when the vehicle has been stopped, or its device offline, for some minutes.</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'When do I have to renew an insurance policy?',
    answer:
      '<p>Before it expires: from the next day the vehicle may not be driven. After 90 days you lose the no-claim bonus.</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'What is the IDV?',
    answer:
      '<p>The insured declared value: the most that the insurer pays for a stolen or destroyed vehicle. It falls with the age of the vehicle.</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'I forgot my password.',
    answer: '<p>Choose <em>Forgot password?</em> on the sign-in page, or ask your administrator for a new one.</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'Who can see my vehicles?',
    answer:
      '<p>Your own team, the people you share a vehicle with, and the staff of the platform. When staff sign in as you, it is recorded with their name.</p>',
  },
];
