import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('the project of firebase tokens is taken when it can be one, and named when it cannot', () => {
  const projectOf = (id: string) => readConfig({ FIREBASE_PROJECT_ID: id }, { demo: true }).firebaseProjectId;
  expect(projectOf(' roadkeeper-fleet ')).toBe('roadkeeper-fleet');
  expect(projectOf('')).toBeUndefined();
  expect(() => projectOf('Not A Project')).toThrow('FIREBASE_PROJECT_ID');
});
