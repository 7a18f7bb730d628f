import type { ChallanSource, contestGrounds } from '#areas/challans/challan/challan.contract.ts';

/** People of the demo by the beginning of their address. */
export type DemoWho = 'client' | 'dispatch' | 'deccan' | 'kulkarni' | 'safety' | 'finance';

type Act =
  | { do: 'ASK' | 'ISSUE' | 'NOTIFY' | 'COURT' | 'PAY' }
  | { do: 'ANSWER' | 'NOTE' | 'REFUND' | 'PAID'; text: string }
  | { do: 'CONTEST'; grounds: (typeof contestGrounds)[number]['value']; text: string }
  | { do: 'UPHOLD' | 'CANCEL'; reason: string; text: string };

/** What happened to a challan, so many days before the demo's first start. Wallets are paid from in the last two hours: see demo-premiums.ts. */
export type DemoAct = Act & { daysAgo: number; by: DemoWho };

export interface DemoChallan {
  organisation: string;
  source: ChallanSource;
  /** The how manyth vehicle of the organisation that has a device. */
  vehicle: number;
  /** Code of the offence. */
  offence: string;
  /** Days before the first start, and the time in India. */
  offenceDaysAgo: number;
  offenceTime: string;
  state: string;
  place: string;
  at?: readonly [lat: number, lon: number];
  /** When it was drafted, or added. */
  addedDaysAgo: number;
  by: DemoWho;
  /** Of a government challan. */
  no?: string;
  authority?: string;
  rupees?: number;
  notifiedDaysAgo?: number;
  acts: readonly DemoAct[];
}

const sahyadri = { organisation: 'Sahyadri Logistics', state: 'MH' } as const;
const own = { ...sahyadri, source: 'INTERNAL', by: 'safety' } as const;
const government = { ...sahyadri, source: 'GOVERNMENT', by: 'client', authority: 'Pune Traffic Police' } as const;
/** Issued and sent on the same day. */
const sent = (daysAgo: number): readonly DemoAct[] => [
  { daysAgo: daysAgo + 0.01, by: 'safety', do: 'ISSUE' },
  { daysAgo, by: 'safety', do: 'NOTIFY' },
];
const pay = (minutesAgo: number, by: DemoWho = 'client'): DemoAct => ({ daysAgo: minutesAgo / 1_440, by, do: 'PAY' });

/** A challan of an authority for one of the vehicles at a place 600 km from where it drove. */
export const wrongChallan = 'MH31/2611/0047712';

/** Challans of the demo in every state, of the company and of authorities. */
// biome-ignore format: a list
export const demoChallans: readonly DemoChallan[] = [
  // Notices of the company.
  { ...own, vehicle: 1, offence: 'NO_SEATBELT', offenceDaysAgo: 2, offenceTime: '09:40', place: 'Depot gate, Nigdi', addedDaysAgo: 1.2,
    acts: [{ daysAgo: 1.1, by: 'safety', do: 'NOTE', text: 'The gate camera has it. Ask the driver first, he has a clean year behind him.' }] },
  { ...own, vehicle: 2, offence: 'UNSAFE', offenceDaysAgo: 3, offenceTime: '17:05', place: 'Chakan MIDC, gate 4', addedDaysAgo: 1.6,
    acts: [{ daysAgo: 0.9, by: 'safety', do: 'ASK' }] },
  { ...own, vehicle: 3, offence: 'DISOBEY', offenceDaysAgo: 5, offenceTime: '11:20', place: 'Yard, Transport Nagar', addedDaysAgo: 4,
    acts: [
      { daysAgo: 3.4, by: 'safety', do: 'ASK' },
      { daysAgo: 2.2, by: 'dispatch', do: 'ANSWER', text: 'The marshal waved me through, and then the other one stopped me. Please ask both.' },
    ] },
  { ...own, vehicle: 4, offence: 'NO_SEATBELT', offenceDaysAgo: 4, offenceTime: '07:55', place: 'Mumbai to Pune expressway, Talegaon toll plaza', addedDaysAgo: 2,
    acts: [{ daysAgo: 0.4, by: 'safety', do: 'ISSUE' }] },
  { ...own, vehicle: 5, offence: 'HORN', offenceDaysAgo: 9, offenceTime: '22:15', place: 'Hospital zone, Chinchwad', addedDaysAgo: 7, acts: sent(5) },
  { ...own, vehicle: 1, offence: 'NO_SEATBELT', offenceDaysAgo: 47, offenceTime: '08:30', place: 'Depot gate, Nigdi', addedDaysAgo: 45, acts: sent(42) },
  { ...own, vehicle: 6, offence: 'UNSAFE', offenceDaysAgo: 49, offenceTime: '15:45', place: 'Talawade, weighbridge', addedDaysAgo: 47, acts: sent(45) },
  { ...own, vehicle: 7, offence: 'DISOBEY', offenceDaysAgo: 20, offenceTime: '13:10', place: 'Hinjawadi, phase 2', addedDaysAgo: 18,
    acts: [
      ...sent(16),
      { daysAgo: 6, by: 'client', do: 'CONTEST', grounds: 'EMERGENCY', text: 'The driver took an injured labourer to the hospital and did not stop at the gate. The admission slip has the time.' },
      { daysAgo: 5, by: 'safety', do: 'NOTE', text: 'The trace goes to the hospital and stands there for 40 minutes. Waiting for the slip.' },
    ] },
  { ...own, vehicle: 8, offence: 'NO_SEATBELT', offenceDaysAgo: 45, offenceTime: '10:25', place: 'Wagholi, fuel station', addedDaysAgo: 43,
    acts: [
      ...sent(40),
      { daysAgo: 28, by: 'client', do: 'CONTEST', grounds: 'OTHER_DRIVER', text: 'On that day the relief driver had this truck, as the roster of the yard shows.' },
      pay(100),
    ] },
  { ...own, vehicle: 9, offence: 'HORN', offenceDaysAgo: 60, offenceTime: '21:50', place: 'Hospital zone, Chinchwad', addedDaysAgo: 58, acts: sent(55) },
  { ...own, vehicle: 1, offence: 'NO_SEATBELT', offenceDaysAgo: 95, offenceTime: '08:10', place: 'Depot gate, Nigdi', addedDaysAgo: 93, acts: sent(90) },
  { ...own, vehicle: 10, offence: 'UNSAFE', offenceDaysAgo: 44, offenceTime: '12:35', place: 'Ranjangaon MIDC', addedDaysAgo: 42,
    acts: [
      ...sent(40),
      { daysAgo: 30, by: 'client', do: 'CONTEST', grounds: 'WRONG_FACTS', text: 'The load was tied down before the vehicle left, as the photo of the loader shows.' },
      { daysAgo: 18, by: 'safety', do: 'UPHOLD', reason: 'The photo is of another day', text: 'The photo was taken two days later. The weighbridge saw the load loose. The notice stands.' },
    ] },
  { ...own, vehicle: 11, offence: 'DISOBEY', offenceDaysAgo: 66, offenceTime: '18:20', place: 'Bhosari, signal 3', addedDaysAgo: 64,
    acts: [
      ...sent(60),
      { daysAgo: 50, by: 'client', do: 'CONTEST', grounds: 'WRONG_FACTS', text: 'The signal was out of order that evening. Others were let through as well.' },
      { daysAgo: 25, by: 'safety', do: 'UPHOLD', reason: 'The signal worked', text: 'The log of the signal shows that it worked from 17:00 to 20:00. The notice stands.' },
      { daysAgo: 90 / 1_440, by: 'client', do: 'COURT' },
    ] },
  { ...own, vehicle: 12, offence: 'NO_SEATBELT', offenceDaysAgo: 14, offenceTime: '09:05', place: 'Depot gate, Nigdi', addedDaysAgo: 12, acts: [...sent(10), pay(80)] },
  { ...own, vehicle: 2, offence: 'HORN', offenceDaysAgo: 128, offenceTime: '20:30', place: 'School zone, Akurdi', addedDaysAgo: 126,
    acts: [...sent(124), { daysAgo: 110, by: 'finance', do: 'PAID', text: 'CASH-0418' }] },
  { ...own, vehicle: 13, offence: 'UNSAFE', offenceDaysAgo: 105, offenceTime: '16:15', place: 'Khed Shivapur toll plaza', addedDaysAgo: 103,
    acts: [...sent(100), { daysAgo: 78, by: 'finance', do: 'PAID', text: 'CASH-0431' }] },
  { ...own, vehicle: 14, offence: 'DISOBEY', offenceDaysAgo: 34, offenceTime: '14:00', place: 'Yard, Transport Nagar', addedDaysAgo: 32,
    acts: [...sent(30), pay(70), { daysAgo: 20 / 1_440, by: 'finance', do: 'REFUND', text: 'Two notices were paid for the same day' }] },
  { ...own, vehicle: 15, offence: 'HORN', offenceDaysAgo: 33, offenceTime: '23:05', place: 'Hospital zone, Chinchwad', addedDaysAgo: 31,
    acts: [
      ...sent(28),
      { daysAgo: 20, by: 'client', do: 'CONTEST', grounds: 'NOT_MY_VEHICLE', text: 'This vehicle stood in the workshop of the dealer from Monday to Thursday.' },
      { daysAgo: 12, by: 'safety', do: 'CANCEL', reason: 'It stood in the workshop', text: 'The trace and the job card both have it in the workshop. The notice is cancelled.' },
    ] },
  { ...own, vehicle: 16, offence: 'NO_SEATBELT', offenceDaysAgo: 76, offenceTime: '06:45', place: 'Chakan MIDC, gate 4', addedDaysAgo: 74,
    acts: [
      ...sent(70),
      { daysAgo: 60, by: 'client', do: 'CONTEST', grounds: 'OTHER', text: 'The buckle was broken, and the workshop had been told about it twice.' },
    ] },
  // Challans of authorities.
  { ...government, vehicle: 3, offence: 'DISOBEY', offenceDaysAgo: 1, offenceTime: '11:30', place: 'Wardha Road, Nagpur', at: [21.0977, 79.0712], addedDaysAgo: 0.1,
    no: wrongChallan, authority: 'Nagpur Traffic Police', rupees: 2_000, notifiedDaysAgo: 0, acts: [] },
  { ...government, vehicle: 1, offence: 'DANGEROUS', offenceDaysAgo: 41, offenceTime: '19:25', place: 'Swargate, Pune', addedDaysAgo: 37,
    no: 'MH12/2610/0031877', rupees: 1_000, notifiedDaysAgo: 38, acts: [] },
  { ...government, vehicle: 17, offence: 'POLLUTION', offenceDaysAgo: 92, offenceTime: '12:00', place: 'Hadapsar, Pune', addedDaysAgo: 88,
    no: 'MH12/2608/0019220', rupees: 10_000, notifiedDaysAgo: 89, acts: [] },
  { ...government, vehicle: 4, offence: 'OVERLOAD', offenceDaysAgo: 70, offenceTime: '03:40', place: 'Borgaon check post', addedDaysAgo: 66, authority: 'RTO Kolhapur',
    no: 'MH09/2609/0002213', rupees: 22_000, notifiedDaysAgo: 67, acts: [{ daysAgo: 50, by: 'client', do: 'PAID', text: 'GRN-88120044' }] },
  { ...government, vehicle: 18, offence: 'DISOBEY', offenceDaysAgo: 27, offenceTime: '10:15', place: 'Sion, Mumbai', addedDaysAgo: 24, authority: 'Mumbai Traffic Police',
    no: 'MH01/2611/0070041', rupees: 500, notifiedDaysAgo: 25,
    acts: [{ daysAgo: 8, by: 'client', do: 'CONTEST', grounds: 'PAID_ALREADY', text: 'This was paid on the spot. The receipt of the constable is kept in the vehicle.' }] },
  { ...government, vehicle: 19, offence: 'DANGEROUS', offenceDaysAgo: 83, offenceTime: '17:50', place: 'Wakad, Pune', addedDaysAgo: 80,
    no: 'MH12/2609/0011406', rupees: 5_000, notifiedDaysAgo: 81,
    acts: [
      { daysAgo: 70, by: 'client', do: 'CONTEST', grounds: 'WRONG_FACTS', text: 'The photo shows a vehicle of another colour.' },
      { daysAgo: 48, by: 'safety', do: 'UPHOLD', reason: 'The authority rejected it', text: 'The Pune Traffic Police answered that the plate is clearly read. The challan stands.' },
      { daysAgo: 30, by: 'client', do: 'COURT' },
    ] },
  { ...government, vehicle: 2, offence: 'DISOBEY', offenceDaysAgo: 120, offenceTime: '09:00', place: 'Shivajinagar, Pune', addedDaysAgo: 116,
    no: 'MH12/2607/0006120', rupees: 500, notifiedDaysAgo: 117,
    acts: [
      { daysAgo: 100, by: 'client', do: 'CONTEST', grounds: 'NOT_THERE', text: 'The vehicle was in Nashik that morning, as the alibi shows.' },
      { daysAgo: 84, by: 'safety', do: 'CANCEL', reason: 'The authority withdrew it', text: 'The Pune Traffic Police withdrew the challan after it had seen the trace.' },
    ] },
  { ...government, vehicle: 20, offence: 'NO_SEATBELT', offenceDaysAgo: 152, offenceTime: '08:45', place: 'Nashik Phata, Pune', addedDaysAgo: 149,
    no: 'MH12/2606/0004408', rupees: 1_000, notifiedDaysAgo: 150, acts: [{ daysAgo: 140, by: 'client', do: 'PAID', text: 'GRN-86001177' }] },
  // Other clients.
  { ...own, organisation: 'Deccan Cold Chain', state: 'TS', vehicle: 0, offence: 'NO_SEATBELT', offenceDaysAgo: 12, offenceTime: '06:20', place: 'Sanath Nagar, Hyderabad', addedDaysAgo: 10, acts: sent(8) },
  { ...own, organisation: 'Deccan Cold Chain', state: 'TS', vehicle: 1, offence: 'UNSAFE', offenceDaysAgo: 38, offenceTime: '05:30', place: 'Auto Nagar, Hyderabad', addedDaysAgo: 36,
    acts: [...sent(34), pay(60, 'deccan')] },
  { ...government, organisation: 'Deccan Cold Chain', state: 'TS', by: 'deccan', vehicle: 2, offence: 'DISOBEY', offenceDaysAgo: 33, offenceTime: '22:10', place: 'Begumpet, Hyderabad',
    addedDaysAgo: 30, no: 'TS09/2610/0088231', authority: 'Hyderabad Traffic Police', rupees: 1_000, notifiedDaysAgo: 31, acts: [] },
  { ...government, organisation: 'Kulkarni family', by: 'kulkarni', vehicle: 0, offence: 'NO_SEATBELT', offenceDaysAgo: 7, offenceTime: '18:05', place: 'Gangapur Road, Nashik',
    addedDaysAgo: 4, no: 'MH15/2611/0012004', authority: 'Nashik Traffic Police', rupees: 1_000, notifiedDaysAgo: 5, acts: [] },
];
