import type { AlarmName } from './alarms.ts';

// What every reader of a device's protocol has in common. Readers are pure: bytes in, facts and replies out.

/** Where a device was, by its own satellites. Positions it does not state are not made up: then there is no fix. */
export type Fix = {
  /** Milliseconds, UTC. As the device states it, however wrong: the pipeline judges. */
  readonly time: number;
  /** Degrees, WGS 84. */
  readonly lat: number;
  readonly lon: number;
  readonly speedKmh: number | null;
  /** Degrees clockwise from north. */
  readonly course: number | null;
  /** Whether the device itself trusts it. */
  readonly valid: boolean;
  readonly altitudeM: number | null;
  readonly satellites: number | null;
  readonly hdop: number | null;
  readonly accuracyM: number | null;
};

export type Attributes = Record<string, string | number | boolean>;

/** One record of a frame: a fix, or a status without one. */
export type Reading = {
  /** Whom the record itself names; without it the conversation's identity holds. */
  readonly deviceId?: string;
  /** The device's clock for the record, milliseconds UTC. */
  readonly deviceTime: number | null;
  readonly fix: Fix | null;
  /** Kept by the device while it was out of reach, and sent later. */
  readonly archived: boolean;
  readonly attributes: Attributes;
  readonly alarms: readonly AlarmName[];
};

/** What one frame said, and what is to be answered. */
export type Decoded = {
  /** Who speaks, when the frame says so. The gateway looks it up; readings and replies of an unknown device are thrown away. */
  readonly identity?: string;
  readonly readings: readonly Reading[];
  /** The acknowledgement: sent after what the frame brought is stored. */
  readonly reply?: Buffer;
  /** What tells an unknown device to go away, where the protocol has a word for it. */
  readonly rejection?: Buffer;
  /** Why nothing of the frame could be used. */
  readonly refused?: string;
  /** The kind of a message that no reader has: it may carry a place. It is answered, counted and shown, and its bytes are kept. */
  readonly unread?: string;
};

export const nothingDecoded: Decoded = { readings: [] };

/** How many bytes at the front make the next frame (`start` skips noise before it), that more must come, or that it never will. */
export type Cut =
  | { readonly kind: 'frame'; readonly start: number; readonly end: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'refuse'; readonly why: string };

export const waitForMore: Cut = { kind: 'wait' };

/** `now`: the server's clock in milliseconds, for replies that carry it and for frames that carry half a date. */
export type Moment = { readonly now: number };

/** One connection (or the datagrams of one address) with its memory: who logged in, which clock the device keeps. */
export type Conversation = {
  /** Takes whatever has arrived and was not consumed yet. */
  cut(bytes: Buffer): Cut;
  /** Never throws, whatever the bytes are. */
  read(frame: Buffer, at: Moment): Decoded;
  /** Frames with a wrong checksum that were read nevertheless. */
  readonly badChecksums: number;
};

/** 'strict' refuses frames with a wrong checksum, 'lenient' counts and reads them: some cheap firmware never gets it right. */
export type ChecksumMode = 'strict' | 'lenient';
export type ConversationOptions = {
  readonly checksum: ChecksumMode;
  readonly transport: 'stream' | 'datagram';
  /** What model its owner says that the device is: it decides where layouts differ. Empty or left out: not known. */
  readonly model?: string;
};

export type SocketProtocol = {
  readonly name: string;
  /** Whether frames and replies are to be read by people, for tools that print them. */
  readonly writes: 'bytes' | 'text';
  /** Frames longer than this are refused before they are complete. */
  readonly maxFrameBytes: number;
  open(options: ConversationOptions): Conversation;
};
