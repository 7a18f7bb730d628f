import * as z from 'zod/mini';
import { printable } from '#kit/contract/input.ts';

const required = (label: string) => ({ error: `${label} is required` });
/** A password as it is given to be checked: what a new one must be stands in passwords.contract.ts. */
export const givenPassword = (label = 'Password') =>
  z.string(required(label)).check(z.minLength(1, required(label)), z.maxLength(128, { error: `${label} is too long` }));
export const givenCode = z.string({ error: 'Code must be text' }).check(z.maxLength(30, { error: 'Code is too long' }));
/** What names an account: its email or its mobile number. */
export const givenName = z
  .string(required('Email'))
  .check(z.trim(), printable, z.minLength(1, required('Email')), z.maxLength(254, { error: 'Email is too long' }));
