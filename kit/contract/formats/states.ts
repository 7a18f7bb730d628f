/** A state or union territory: its letters on plates, its name, its GST codes, and letters it had before or beside. */
type Row = readonly [code: string, name: string, gst: string, legacy?: string];

const rows = [
  ['AN', 'Andaman and Nicobar Islands', '35'],
  ['AP', 'Andhra Pradesh', '28 37'],
  ['AR', 'Arunachal Pradesh', '12'],
  ['AS', 'Assam', '18'],
  ['BR', 'Bihar', '10'],
  ['CG', 'Chhattisgarh', '22', 'CT'],
  ['CH', 'Chandigarh', '04'],
  ['DD', 'Dadra and Nagar Haveli and Daman and Diu', '25 26', 'DN'],
  ['DL', 'Delhi', '07'],
  ['GA', 'Goa', '30'],
  ['GJ', 'Gujarat', '24'],
  ['HP', 'Himachal Pradesh', '02'],
  ['HR', 'Haryana', '06'],
  ['JH', 'Jharkhand', '20'],
  ['JK', 'Jammu and Kashmir', '01'],
  ['KA', 'Karnataka', '29'],
  ['KL', 'Kerala', '32'],
  ['LA', 'Ladakh', '38'],
  ['LD', 'Lakshadweep', '31'],
  ['MH', 'Maharashtra', '27'],
  ['ML', 'Meghalaya', '17'],
  ['MN', 'Manipur', '14'],
  ['MP', 'Madhya Pradesh', '23'],
  ['MZ', 'Mizoram', '15'],
  ['NL', 'Nagaland', '13'],
  ['OD', 'Odisha', '21', 'OR'],
  ['PB', 'Punjab', '03'],
  ['PY', 'Puducherry', '34'],
  ['RJ', 'Rajasthan', '08'],
  ['SK', 'Sikkim', '11'],
  ['TN', 'Tamil Nadu', '33'],
  ['TR', 'Tripura', '16'],
  ['TS', 'Telangana', '36', 'TG'],
  ['UK', 'Uttarakhand', '05', 'UA UT'],
  ['UP', 'Uttar Pradesh', '09'],
  ['WB', 'West Bengal', '19'],
] as const satisfies readonly Row[];

export interface State {
  /** The two letters on plates today. */
  code: string;
  name: string;
  /** Every pair of letters that plates of this state have carried, today's first. */
  letters: readonly string[];
}
const all = (rows as readonly Row[]).map(([code, name, gst, legacy]) => ({
  state: { code, name, letters: [code, ...(legacy?.split(' ') ?? [])] } satisfies State,
  gst: gst.split(' '),
}));
const byLetters = new Map(all.flatMap(({ state }) => state.letters.map((letters) => [letters, state])));
const byGst = new Map(all.flatMap(({ state, gst }) => gst.map((code) => [code, state])));

/** The state whose plates carry these letters, today or before: OR is Odisha, as OD is. */
export const stateOfPlate = (letters: string): State | undefined => byLetters.get(letters);
/** The state that gives out GSTINs beginning with these two digits. */
export const stateOfGst = (digits: string): State | undefined => byGst.get(digits);
