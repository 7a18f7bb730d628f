import { named, type Line, type NamedTest } from './line.ts';

/** A default text of section 8: the call that it confirms, and its key in the language files. */
interface Toast {
  call: string;
  key: string;
  text: string;
}

const pair = (call: string, key: string, text: string): Toast => ({ call, key, text });
/** What is created is also updated and deleted. */
const trio = (path: string, key: string, what: string, verb = 'created'): Toast[] => [
  pair(`POST ${path}`, `toast.${key}.created`, `${what} ${verb} successfully.`),
  pair(`PUT ${path}/{id}`, `toast.${key}.updated`, `${what} updated successfully.`),
  pair(`DELETE ${path}/{id}`, `toast.${key}.deleted`, `${what} deleted successfully.`),
];

export const toasts: readonly Toast[] = [
  ...trio('/drivers', 'driver', 'Driver'),
  pair('POST /client/vehicle-invitation', 'toast.driver.created', 'Driver created successfully.'),
  pair('DELETE /client/vehicle-invitation/{id}', 'toast.driver.deleted', 'Driver deleted successfully.'),
  pair('PUT /rto/status/{id}', 'toast.status.updated', 'Status updated successfully.'),
  pair('PUT /client/app-user-policy/{id}', 'toast.insurance.updated', 'Insurance updated successfully.'),
  pair('PUT /admin/user-reset-password/{id}', 'toast.password.reset', 'User Password reset successfully!'),
  pair('POST /help-desk', 'toast.helpdesk.created', 'New Request added succesfully.'),
  pair('PUT /help-desk/{id}', 'toast.helpdesk.updated', 'Helpdesk Ticket update succesfully.'),
  ...trio('/rto', 'rto', 'Kyc doc'),
  ...trio('/sos', 'sos', 'SOS'),
  ...trio('/speed-configuration', 'speed-configuration', 'Speed Configuration'),
  ...trio('/vehicle', 'vehicle', 'Vehicle'),
  ...trio('/vehicle-brand', 'vehicle-brand', 'Vehicle brand'),
  ...trio('/vehicle-kyc-doc', 'vehicle-kyc-doc', 'Vehicle kyc doc'),
  ...trio('/vehicle-model', 'vehicle-model', 'Vehicle model'),
  ...trio('/vehicle-type', 'vehicle-type', 'Vehicle type'),
  ...trio('/role', 'role', 'Role', 'added'),
  ...trio('/user', 'user', 'User'),
  pair('POST /role/update-level', 'toast.role.level', 'Role Level updated successfully.'),
  // Two spaces, as the specification has it.
  pair('PUT /module/update-parent/{id}', 'toast.module.shifted', 'Module Shifted  successfully.'),
];

/** Error texts of section 8. */
const errors: Readonly<Record<string, string>> = {
  'error.wrong': 'Something went wrong!',
  'error.sessionExpired': 'Session Expired!',
};

/** Texts by their key in the language files. They stay there whether or not anything built uses them. */
export const defaultTexts: Readonly<Record<string, string>> = {
  ...errors,
  ...Object.fromEntries(toasts.map(({ key, text }) => [key, text])),
};

const words: NamedTest = named(
  'tools/checks/specification/specification.test.ts',
  'every text of the specification stands word for word in the language files',
);
const defaults: NamedTest = named(
  'apps/web/specification.test.ts',
  'a write whose answer carries no message is confirmed with the text of the specification',
);

export const toastLines: readonly Line[] = [
  ...Object.entries(defaultTexts).map(
    ([key, text]): Line => ({ id: `text ${key}`, says: `\`${key}\`: '${text}'`, test: words }),
  ),
  ...toasts.map(
    ({ call, text }): Line => ({
      id: `${call}: ${text}`,
      says: `Default of \`${call}\`: '${text}'`,
      test: defaults,
    }),
  ),
];
