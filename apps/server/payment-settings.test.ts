import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('no setting turns the made-up payment gateway on: it is where the demo is, which stays on this machine', () => {
  const open = { DEMO: '1', HOST: '0.0.0.0', PUBLIC_URL: 'https://fleet.example.in' };
  expect(() => readConfig(open, { demo: false })).toThrow('the demo listens on this machine only');
  const config = readConfig({ PAYMENT_GATEWAY: 'fake', FAKE_GATEWAY: '1' }, { demo: false });
  expect([config.demo, config.payments]).toEqual([false, undefined]);
});

test('settings of the real one belong together', () => {
  const given = {
    RAZORPAY_KEY_ID: 'rzp_live_AbC123',
    RAZORPAY_KEY_SECRET: 'secret',
    RAZORPAY_WEBHOOK_SECRET: 'sixteen letters!',
  };
  expect(readConfig(given, { demo: false }).payments).toMatchObject({ keyId: 'rzp_live_AbC123' });
  for (const wrong of [{ RAZORPAY_KEY_SECRET: '' }, { RAZORPAY_KEY_ID: 'key' }, { RAZORPAY_WEBHOOK_SECRET: 'short' }])
    expect(() => readConfig({ ...given, ...wrong }, { demo: false })).toThrow('RAZORPAY_');
});
