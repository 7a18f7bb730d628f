export interface FaqSeed {
  category: string;
  question: string;
  /** HTML of the elements that formatted texts may hold. */
  answer: string;
  audience: readonly ('APP' | 'CLIENT' | 'STAFF')[];
}
export const faqCategories: readonly (readonly [name: string, icon: string])[] = [
  ['Vehicles and papers', 'file-certificate'],
  ['Speed and challans', 'gauge'],
  ['Devices and trips', 'route'],
  ['Insurance', 'shield-check'],
  ['Account', 'user-circle'],
];
const everybody: FaqSeed['audience'] = ['APP', 'CLIENT'];

/** First help texts, in order within their category. */
export const faqs: readonly FaqSeed[] = [
  {
    category: 'Vehicles and papers',
    audience: everybody,
    question: 'Which papers does my vehicle need?',
    answer:
      '<p>Every vehicle needs its registration certificate, an insurance policy, a pollution certificate and paid road tax.</p><p>A transport vehicle also needs a <strong>fitness certificate</strong> and a <strong>permit</strong>.</p>',
  },
  {
    category: 'Vehicles and papers',
    audience: everybody,
    question: 'When am I reminded that a paper ends?',
    answer: '<p>Thirty, fifteen, seven and one day before, and on the day itself.</p>',
  },
  {
    category: 'Vehicles and papers',
    audience: everybody,
    question: 'Why was my document turned down?',
    answer:
      '<p>The reason stands beside the document. The usual ones:</p><ul><li>the picture is blurred or cropped</li><li>its number or name is not that of the record</li><li>it has expired</li></ul><p>Upload a new picture; what is valid today stays valid meanwhile.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'When do I get a challan for speeding?',
    answer:
      '<p>When your vehicle went faster than the limit of a known road, by more than the tolerance, for long enough, with positions that are good enough to prove it. Somebody looks at it before a challan is issued.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'What is the tolerance?',
    answer:
      '<p>The notification S.O. 1522(E) leaves out what is within <strong>5 per cent</strong> of the limit. At 80 km/h nothing is noted up to 84 km/h.</p>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'How do I contest a challan?',
    answer:
      '<ol><li>Open the challan and choose <strong>Contest</strong>.</li><li>Say what is wrong and add what proves it.</li><li>You see the decision and its reason on the same page.</li></ol>',
  },
  {
    category: 'Speed and challans',
    audience: everybody,
    question: 'Who pays when somebody else was driving?',
    answer:
      '<p>The challan names the driver who was assigned at that time. If that is wrong, contest it and name the right one.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'Why is my vehicle shown where it is not?',
    answer:
      '<p>Under bridges, between high houses and in basements a device guesses. The map shows how old and how good the position is.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'My device has been silent for a day. What now?',
    answer:
      '<p>Check that it has power and that its SIM is paid. If both are right, write to us under <em>Device</em>.</p>',
  },
  {
    category: 'Devices and trips',
    audience: everybody,
    question: 'When does a trip begin and end?',
    answer:
      '<p>It begins when the vehicle moves, and ends after it has stood for some minutes or was not heard of for a while.</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'How long may I renew a policy?',
    answer:
      '<p>Renew before it ends: from the next day on the vehicle may not be driven. After 90 days the no-claim bonus is lost.</p>',
  },
  {
    category: 'Insurance',
    audience: everybody,
    question: 'What is the IDV?',
    answer:
      '<p>The insured declared value: what the insurer pays at most when the vehicle is lost. It falls with age.</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'I forgot my password.',
    answer: '<p>Ask your administrator for a new one, or use <em>Forgotten password</em> on the sign-in page.</p>',
  },
  {
    category: 'Account',
    audience: everybody,
    question: 'Who can see my vehicles?',
    answer:
      '<p>The people of your own organisation, and the staff of the platform. Every look into your account by staff is recorded with their name.</p>',
  },
];
