import { built, type Call, flips, type Form, open, option } from './call.ts';

interface Catalogue {
  path: string;
  built: boolean;
  /** Create and update are multipart. */
  isMultipart?: true;
  /** Forms of its list beside ?option=true. */
  forms?: readonly Form[];
}

const catalogues: readonly Catalogue[] = [
  {
    path: '/vehicle-category',
    built: true,
    forms: [{ query: 'option=true&isTransport=true', answer: 'options', reads: { isTransport: true }, narrows: true }],
  },
  { path: '/challan-rule', built: true },
  { path: '/challan-type', built: true },
  { path: '/device', built: true },
  { path: '/device-category', built: true },
  { path: '/purpose', built: true },
  { path: '/road', built: true },
  { path: '/road-type', built: true },
  {
    path: '/road-speed-rule',
    built: true,
    forms: [{ query: 'roadId=01a1fc17-27e9-7627-921e-d6ed735c9999', answer: 'rows', none: true }],
  },
  { path: '/insurance-offer', built: true, isMultipart: true },
  { path: '/kyc-doc', built: true },
  { path: '/rto', built: true },
  { path: '/sos', built: true },
  { path: '/speed-configuration', built: true },
  { path: '/vehicle', built: true },
  { path: '/vehicle-brand', built: true, isMultipart: true },
  { path: '/vehicle-kyc-doc', built: true, isMultipart: true },
  { path: '/vehicle-model', built: true, isMultipart: true },
  {
    path: '/vehicle-specification',
    built: true,
    forms: [
      {
        query: 'option=true&skip=0&take=5&fuelType=DIESEL',
        answer: 'options',
        most: 5,
        reads: { fuelType: 'DIESEL' },
        narrows: true,
      },
    ],
  },
  {
    path: '/vehicle-type',
    built: true,
    forms: [
      { query: 'option=true&skip=0&take=5', answer: 'options', most: 5 },
      { query: 'option=true&q=bus', answer: 'options', contains: 'bus', narrows: true },
    ],
  },
];

/** GET list, GET ?option=true, POST, PUT, DELETE and PUT to the status path, for each of them. */
export const standardCalls: readonly Call[] = catalogues.flatMap(
  ({ path, built: isBuilt, isMultipart = false, forms = [] }): Call[] => {
    const from = isBuilt ? built : open;
    const body = isMultipart ? 'multipart' : 'JSON';
    return [
      from.get(path, 'rows', { forms: [option, ...forms] }),
      from.post(path, 'record', { body }),
      from.put(`${path}/{id}`, 'record', { body }),
      from.remove(`${path}/{id}`, 'id'),
      flips(from, path),
    ];
  },
);

const status: Form = { query: 'status=true', answer: 'rows', every: { status: 1 } };
export const faqCalls: readonly Call[] = ['/faq', '/faq-category'].flatMap((path): Call[] => [
  built.get(path, 'rows', { forms: path === '/faq-category' ? [status, option] : [status] }),
  built.post(path, 'record'),
  built.put(`${path}/{id}`, 'record'),
  flips(built, path),
  built.remove(`${path}/{id}`, 'id'),
]);
