import { accepted, type Checked, compact } from './format.ts';
import { stateOfPlate } from './states.ts';

const national = /^([A-Z]{2})(\d{2})(\d{4})(\d{7})$/;
/** Forms from before the one national form: fewer digits, or parts set apart by strokes. */
const older = [
  /^([A-Z]{2})(\d{2})\d{8,10}$/,
  /^([A-Z]{2})(\d{1,3})[A-Z]{0,2}(\/[A-Z0-9]{1,8}){1,3}$/,
  /^([A-Z]{2})(\d{1,2})[A-Z]{1,2}\d{6,12}$/,
];

/** A driving licence, HR0619850034761 when kept: state, office, year of its first issue, number. Older forms warn. */
export function checkLicence(text: string): Checked {
  const value = compact(text);
  const parts = national.exec(value);
  if (parts) {
    const [, letters = '', office = '', year = '', serial = ''] = parts;
    if (!/^(19|20)/.test(year)) return { problem: `The year of issue cannot be ${year}` };
    const state = stateOfPlate(letters);
    return accepted(
      value,
      { state: state?.code ?? null, stateName: state?.name ?? null, office, year, serial },
      state ? [] : [`No state has the letters ${letters}`],
    );
  }
  for (const form of older) {
    const found = form.exec(value);
    const state = found && stateOfPlate(found[1] ?? '');
    if (!found || !state || value.length > 20) continue;
    return accepted(
      value,
      { state: state.code, stateName: state.name, office: found[2] ?? null, year: null, serial: null },
      ['This is an older format of licence number. Compare it with the licence'],
    );
  }
  return { problem: 'Not a licence number. Write it like HR06 19850034761' };
}
