import type { Delivery } from '#areas/mail/mail.contract.ts';
import { worded } from '#kit/contract/words/worded.ts';

/** An invitation as lists show it. The specification's numbers: type 2 is a driver, status 0 is pending. */
export interface Invitation {
  id: string;
  type: 1 | 2;
  status: InvitationStatus;
  name: string;
  /** Null of a share that was offered to an email address. */
  mobile: string | null;
  email: string | null;
  transfer: boolean;
  vehicleId: string | null;
  vehicleNo: string | null;
  driverId: string | null;
  orgId: string;
  orgName: string;
  invitedByName: string;
  message: string | null;
  /** Of a share: its end, if it was given one. */
  shareUntil: string | null;
  expiresAt: string;
  resendCount: number;
  /** Whether its latest message left. Always null of a share: nobody learns from it whether the number or the address is known here. */
  delivery: Delivery | null;
  createdAt: string;
  decidedAt: string | null;
}

export const invitationStatuses = worded([
  { value: 0, label: 'Pending' },
  { value: 1, label: 'Accepted' },
  { value: 2, label: 'Rejected' },
  { value: 3, label: 'Expired' },
  { value: 4, label: 'Withdrawn' },
] as const);
export type InvitationStatus = (typeof invitationStatuses)[number]['value'];

export const invitationLimits = {
  /** An invitation that was never opened is over after three days. */
  lifeMs: 72 * 3_600_000,
  /** Whoever accepted may come back on another device to go on, as long as this. */
  resumeMs: 30 * 24 * 3_600_000,
  resends: 3,
  otpMs: 10 * 60_000,
  otpTries: 5,
  /** What a code opens, for one sitting. */
  passMs: 2 * 3_600_000,
};

/** What whoever holds the link is shown before they have proved anything: no number and no name in full. */
export interface OpenedInvitation {
  status: InvitationStatus;
  /** True once it was accepted and onboarding is not finished: a code opens it again. */
  resumes: boolean;
  name: string;
  orgName: string;
  /** Last two digits of the mobile number. */
  mobileEnds: string;
  vehicleNo: string | null;
  message: string | null;
  transfer: boolean;
  expiresAt: string;
  codeGoesTo: 'mail' | 'sms';
}

/** "R••• K•••": enough to know somebody by, and no more. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => `${Array.from(part)[0] ?? ''}•••`)
    .join(' ');
