import { built, type Call, flips, option } from './call.ts';

const { get, post, put, remove } = built;

export const sessionCalls: readonly Call[] = [
  get('/token', 'user'),
  get('/permission', 'modules'),
  get('/map-setting/active', 'record'),
  get('/map-setting', 'rows'),
  post('/map-setting', 'record'),
  put('/map-setting/{id}', 'record'),
  flips(built, '/map-setting'),
];

export const peopleCalls: readonly Call[] = [
  get('/doctor', 'rows'),
  get('/doctor/{id}', 'record'),
  get('/drivers', 'rows'),
  get('/client/vehicle-invitation', 'rows', {
    forms: [{ query: 'type=2&status=0', answer: 'rows', every: { type: 2, status: 0 }, most: 25 }],
  }),
  post('/client/vehicle-invitation', 'record'),
  remove('/client/vehicle-invitation/{id}', 'id'),
  post('/client/find-driver', 'found'),
  post('/client/driver-on-boarding', 'onboarding', { body: 'multipart' }),
  get('/app-user', 'rows', {
    forms: [{ query: 'profileType=0', answer: 'rows', every: { profileType: 0 }, most: 25 }],
  }),
  get('/app-user/profile', 'record'),
  get('/app-user/{id}', 'record'),
  get('/app-user/option', 'options'),
  post('/app-user', 'record'),
  put('/app-user/{id}', 'record'),
  remove('/app-user/{id}', 'id'),
  put('/admin/user-reset-password/{id}', 'done', { fields: ['data'] }),
  get('/user-wise-login/{id}', 'session'),
  get('/user', 'rows', { forms: [option] }),
  get('/user/{id}', 'record'),
  post('/user', 'record', { header: 'firebase' }),
  put('/user/{id}', 'record'),
  remove('/user/{id}', 'id'),
  flips(built, '/user'),
  get('/role', 'rows', {
    forms: [
      { query: 'status=1', answer: 'rows', every: { status: 1 } },
      { query: 'option=true', answer: 'named options' },
    ],
  }),
  get('/role/{id}', 'record'),
  post('/role', 'record'),
  put('/role/{id}', 'record'),
  remove('/role/{id}', 'id'),
  flips(built, '/role'),
  post('/role/update-level', 'levels', { fields: ['roleIds'] }),
  get('/module', 'rows'),
  put('/module/update-parent/{id}', 'record', { fields: ['parentId'] }),
];
