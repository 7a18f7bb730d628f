export interface StateSeed {
  /** The two letters on number plates. */
  code: string;
  name: string;
  kind: 'STATE' | 'UNION_TERRITORY';
  /** Other letters met on plates and papers for the same state: older, newer or merged ones. */
  legacyCodes: readonly string[];
  /** First two digits of a GSTIN given out in this state. */
  gstCodes: readonly string[];
  capital: string;
}

type Row = readonly [code: string, name: string, gst: string, capital: string, legacy?: string];

const expand =
  (kind: StateSeed['kind']) =>
  ([code, name, gst, capital, legacy]: Row): StateSeed => ({
    code,
    name,
    kind,
    legacyCodes: legacy ? legacy.split(' ') : [],
    gstCodes: gst.split(' '),
    capital,
  });

const stateRows: readonly Row[] = [
  ['AP', 'Andhra Pradesh', '28 37', 'Amaravati'],
  ['AR', 'Arunachal Pradesh', '12', 'Itanagar'],
  ['AS', 'Assam', '18', 'Dispur'],
  ['BR', 'Bihar', '10', 'Patna'],
  ['CG', 'Chhattisgarh', '22', 'Raipur', 'CT'],
  ['GA', 'Goa', '30', 'Panaji'],
  ['GJ', 'Gujarat', '24', 'Gandhinagar'],
  ['HP', 'Himachal Pradesh', '02', 'Shimla'],
  ['HR', 'Haryana', '06', 'Chandigarh'],
  ['JH', 'Jharkhand', '20', 'Ranchi'],
  ['KA', 'Karnataka', '29', 'Bengaluru'],
  ['KL', 'Kerala', '32', 'Thiruvananthapuram'],
  ['MH', 'Maharashtra', '27', 'Mumbai'],
  ['ML', 'Meghalaya', '17', 'Shillong'],
  ['MN', 'Manipur', '14', 'Imphal'],
  ['MP', 'Madhya Pradesh', '23', 'Bhopal'],
  ['MZ', 'Mizoram', '15', 'Aizawl'],
  ['NL', 'Nagaland', '13', 'Kohima'],
  ['OD', 'Odisha', '21', 'Bhubaneswar', 'OR'],
  ['PB', 'Punjab', '03', 'Chandigarh'],
  ['RJ', 'Rajasthan', '08', 'Jaipur'],
  ['SK', 'Sikkim', '11', 'Gangtok'],
  ['TN', 'Tamil Nadu', '33', 'Chennai'],
  ['TR', 'Tripura', '16', 'Agartala'],
  ['TS', 'Telangana', '36', 'Hyderabad', 'TG'],
  ['UK', 'Uttarakhand', '05', 'Dehradun', 'UA UT'],
  ['UP', 'Uttar Pradesh', '09', 'Lucknow'],
  ['WB', 'West Bengal', '19', 'Kolkata'],
];

const unionTerritoryRows: readonly Row[] = [
  ['AN', 'Andaman and Nicobar Islands', '35', 'Port Blair'],
  ['CH', 'Chandigarh', '04', 'Chandigarh'],
  ['DD', 'Dadra and Nagar Haveli and Daman and Diu', '25 26', 'Daman', 'DN'],
  ['DL', 'Delhi', '07', 'New Delhi'],
  ['JK', 'Jammu and Kashmir', '01', 'Srinagar'],
  ['LA', 'Ladakh', '38', 'Leh'],
  ['LD', 'Lakshadweep', '31', 'Kavaratti'],
  ['PY', 'Puducherry', '34', 'Puducherry'],
];

/** The 28 states and 8 union territories of India. */
export const states: readonly StateSeed[] = [
  ...stateRows.map(expand('STATE')),
  ...unionTerritoryRows.map(expand('UNION_TERRITORY')),
];
