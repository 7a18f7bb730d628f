import { expect, test } from 'vitest';
import { loading } from './loading.ts';

test('the loading indicator shows while anything is under way, and its count never falls below zero', () => {
  expect(loading.isOn()).toBe(false);
  loading.begin();
  loading.begin();
  loading.end();
  expect(loading.isOn(), 'one of two is still under way').toBe(true);
  loading.end();
  expect(loading.isOn()).toBe(false);
  loading.end();
  loading.begin();
  expect(loading.isOn(), 'an end too many does not hide the next').toBe(true);
  loading.end();
  expect(loading.isOn()).toBe(false);
});
