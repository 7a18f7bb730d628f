import { built, type Call, flips, option } from './call.ts';

const { get, post, put, remove } = built;

export const moneyCalls: readonly Call[] = [
  get('/wallet-transaction', 'rows', {
    forms: [{ query: 'status=1', answer: 'rows', every: { status: 1 }, most: 25 }],
  }),
  get('/client/wallet-transaction', 'rows', {
    forms: [
      { query: 'transactionType=1&status=1', answer: 'rows', every: { transactionType: 1, status: 1 }, most: 25 },
    ],
  }),
  built.get('/client/app-user-policy', 'rows', { forms: [option] }),
  built.get('/client/app-user-policy/{vehicleId}', 'rows'),
  built.get('/client/history-app-user-policy/{vehicleId}', 'rows'),
  built.post('/client/app-user-policy', 'record', { body: 'multipart' }),
  built.put('/client/app-user-policy/{id}', 'record', { body: 'multipart' }),
  built.remove('/client/app-user-policy/{id}', 'id'),
  flips(built, '/client/app-user-policy'),
];

/** Those of the standard set stand in standard-calls.ts. */
export const vehicleCalls: readonly Call[] = [
  get('/vehicle/with-filters', 'data.rows', {
    forms: [
      { query: 'option=true&skip=0&take=5', answer: 'option rows', most: 5 },
      { query: 'option=true&skip=0&take=5&q=MH', answer: 'option rows', most: 5, contains: 'MH' },
      { query: 'status=1&take=100', answer: 'data.rows', every: { status: 1 }, most: 100 },
    ],
  }),
  get('/vehicle/app-user/{id}', 'options'),
  get('/client/vehicle-doc/{id}', 'documents'),
  get('/client/vehicle-model/{id}', 'record'),
  get('/vehicle-model/{id}', 'record'),
  get('/vehicle-trips', 'data.rows', {
    forms: [
      { query: 'state=CLOSED', answer: 'data.rows', every: { state: 'CLOSED' }, most: 25 },
      { query: 'from=2026-11-01&to=2026-11-30', answer: 'data.rows', most: 25 },
      { query: 'from=2020-01-01&to=2020-01-31', answer: 'data.rows', none: true },
      { query: 'to=2020-01-31', answer: 'data.rows', none: true },
    ],
  }),
  get('/vehicle-trips/{id}', 'record'),
  get('/current-patch', 'positions'),
];

export const emergencyCalls: readonly Call[] = [
  built.get('/emergency-contact', 'rows', { forms: [option] }),
  built.post('/client/emergency-contact', 'record'),
  built.put('/client/emergency-contact/{id}', 'record'),
  built.remove('/client/emergency-contact/{id}', 'id'),
  flips(built, '/client/emergency-contact'),
];

export const helpCalls: readonly Call[] = [
  get('/help-desk', 'rows'),
  get('/help-category', 'rows', { forms: [option] }),
  get('/help-desk/get-remarks/{id}', 'list'),
  put('/help-desk/request-status/{id}', 'record'),
  post('/help-desk', 'record', { body: 'multipart' }),
  post('/help-desk/forward', 'record'),
  put('/help-desk/{id}', 'record', { body: 'multipart' }),
  flips(built, '/help-desk'),
  remove('/help-desk/{id}', 'id'),
];
