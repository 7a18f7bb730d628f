/**
 * What the user's specification lists, call by call and text by text. `built` is kept true by the test beside this file:
 * a call that is built and breaks fails, and one that is built without being marked fails as well.
 */
export interface SpecifiedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  built: boolean;
}

const built = new Set([
  'rto',
  'vehicle-category',
  'vehicle-type',
  'vehicle-brand',
  'vehicle-model',
  'vehicle-specification',
  'purpose',
  'road-type',
  'challan-type',
  'device',
  'device-category',
  'speed-configuration',
  'sos',
  'kyc-doc',
  'vehicle',
  'vehicle-kyc-doc',
]);
const standard = [
  'vehicle-category',
  'challan-rule',
  'challan-type',
  'device',
  'device-category',
  'purpose',
  'road',
  'road-type',
  'road-speed-rule',
  'insurance-offer',
  'kyc-doc',
  'rto',
  'sos',
  'speed-configuration',
  'vehicle',
  'vehicle-brand',
  'vehicle-kyc-doc',
  'vehicle-model',
  'vehicle-specification',
  'vehicle-type',
];

const line = (text: string): SpecifiedCall[] =>
  text
    .trim()
    .split('\n')
    .map((one) => {
      const [mark, method, path] = one.trim().split(' ') as [string, SpecifiedCall['method'], string];
      return { method, path, built: mark === '+' };
    });

/** Section 7. A plus stands for what is built. */
export const calls: readonly SpecifiedCall[] = [
  ...line(`
    + GET /token
    + GET /permission
    - GET /map-setting/active
    - GET /map-setting
    - POST /map-setting
    - PUT /map-setting/{id}
    - PUT /map-setting/status/{id}
    + GET /doctor
    + GET /doctor/{id}
    + GET /drivers
    + GET /client/vehicle-invitation
    + POST /client/vehicle-invitation
    + DELETE /client/vehicle-invitation/{id}
    + POST /client/find-driver
    + POST /client/driver-on-boarding
    + GET /app-user
    + GET /app-user/profile
    + GET /app-user/{id}
    + GET /app-user/option
    + POST /app-user
    + PUT /app-user/{id}
    + DELETE /app-user/{id}
    + PUT /admin/user-reset-password/{id}
    + GET /user-wise-login/{id}
    + GET /user
    + GET /user/{id}
    + POST /user
    + PUT /user/{id}
    + DELETE /user/{id}
    + PUT /user/status/{id}
    + GET /role
    + GET /role/{id}
    + POST /role
    + PUT /role/{id}
    + DELETE /role/{id}
    + PUT /role/status/{id}
    + POST /role/update-level
    + GET /module
    + PUT /module/update-parent/{id}
    - GET /wallet-transaction
    - GET /client/wallet-transaction
    - GET /client/app-user-policy
    - GET /client/app-user-policy/{id}
    - GET /client/history-app-user-policy/{id}
    - POST /client/app-user-policy
    - PUT /client/app-user-policy/{id}
    - DELETE /client/app-user-policy/{id}
    - PUT /client/app-user-policy/status/{id}
    + GET /vehicle/with-filters
    + GET /vehicle/app-user/{id}
    + GET /client/vehicle-doc/{id}
    + GET /client/vehicle-model/{id}
    + GET /vehicle-model/{id}
    + GET /vehicle-trips
    + GET /vehicle-trips/{id}
    + GET /current-patch
    - GET /emergency-contact
    - POST /client/emergency-contact
    - PUT /client/emergency-contact/{id}
    - DELETE /client/emergency-contact/{id}
    - PUT /client/emergency-contact/status/{id}
    - GET /help-desk
    + GET /help-category
    - GET /help-desk/get-remarks/{id}
    - PUT /help-desk/request-status/{id}
    - POST /help-desk
    - POST /help-desk/forward
    - PUT /help-desk/{id}
    - PUT /help-desk/status/{id}
    - DELETE /help-desk/{id}
    + GET /faq
    + POST /faq
    + PUT /faq/{id}
    + PUT /faq/status/{id}
    + DELETE /faq/{id}
    + GET /faq-category
    + POST /faq-category
    + PUT /faq-category/{id}
    + PUT /faq-category/status/{id}
    + DELETE /faq-category/{id}`),
  ...standard.flatMap((path): SpecifiedCall[] => [
    { method: 'GET', path: `/${path}`, built: built.has(path) },
    { method: 'POST', path: `/${path}`, built: built.has(path) },
    { method: 'PUT', path: `/${path}/{id}`, built: built.has(path) },
    { method: 'DELETE', path: `/${path}/{id}`, built: built.has(path) },
    { method: 'PUT', path: `/${path}/status/{id}`, built: built.has(path) },
  ]),
];

/** Section 7: forms of the lists that it names, as "path?query". Only those whose path is built are asked. */
export const variants: readonly string[] = [
  ...standard.flatMap((path) => [`/${path}`, `/${path}?option=true`]),
  '/vehicle-category?option=true&isTransport=true',
  '/vehicle-specification?option=true&skip=0&take=5',
  '/vehicle-type?option=true&skip=0&take=5',
  '/vehicle-type?option=true&q=bus',
  '/user?option=true',
  '/role?status=1',
  '/app-user?profileType=0',
  '/client/vehicle-invitation?type=2&status=0',
  '/wallet-transaction?status=1',
  '/client/wallet-transaction?transactionType=1&status=1',
  '/client/app-user-policy?option=true',
  '/vehicle/with-filters?option=true&skip=0&take=5',
  '/emergency-contact?option=true',
  '/help-category?option=true',
  '/faq?status=true',
  '/faq-category?status=true',
  '/faq-category?option=true',
];

/** Section 8: default texts, by their key in the language files. */
const texts: Readonly<Record<string, string>> = {
  'error.wrong': 'Something went wrong!',
  'error.sessionExpired': 'Session Expired!',
  'toast.driver.created': 'Driver created successfully.',
  'toast.status.updated': 'Status updated successfully.',
  'toast.insurance.updated': 'Insurance updated successfully.',
  'toast.password.reset': 'User Password reset successfully!',
  'toast.helpdesk.created': 'New Request added succesfully.',
  'toast.helpdesk.updated': 'Helpdesk Ticket update succesfully.',
  'toast.rto.created': 'Kyc doc created successfully.',
  'toast.sos.created': 'SOS created successfully.',
  'toast.speed-configuration.created': 'Speed Configuration created successfully.',
  'toast.vehicle.created': 'Vehicle created successfully.',
  'toast.vehicle-brand.created': 'Vehicle brand created successfully.',
  'toast.vehicle-kyc-doc.created': 'Vehicle kyc doc created successfully.',
  'toast.vehicle-model.created': 'Vehicle model created successfully.',
  'toast.vehicle-type.created': 'Vehicle type created successfully.',
  'toast.role.created': 'Role added successfully.',
  'toast.user.created': 'User created successfully.',
  'toast.role.level': 'Role Level updated successfully.',
  'toast.module.shifted': 'Module Shifted  successfully.',
};

/** Keys of default texts and of those that follow from them: what is created is also updated and deleted. */
export const defaultTexts: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).flatMap(([key, text]) => [
    [key, text],
    ...(/^toast\.[\w-]+\.created$/.test(key) && !/helpdesk|role/.test(key) ? ['updated', 'deleted'] : []).map(
      (verb) => [key.replace('created', verb), text.replace('created', verb)],
    ),
  ]),
);

/** Section 3: names under which the browser keeps things. */
export const storageKeys: readonly string[] = [
  'accessToken',
  'userData',
  '_accessible',
  '_origin',
  'modulePageActiveTab',
  'skin',
  'menuCollapsed',
  'direction',
  'activeTab',
  'profileTab',
  'userTab',
  'obdTab',
  'transactionPageTab',
  'takeOwnerShip',
  'mappleAccessToken',
];

/** Section 9: times in milliseconds, sizes in pixels. */
export const numbers: Readonly<Record<string, number>> = {
  toastMs: 2_000,
  toastLimit: 20,
  toastWidthPx: 350,
  languageRetries: 5,
  languageRetryMs: 350,
  chunkTimeoutMs: 120_000,
  pickerTake: 5,
};
