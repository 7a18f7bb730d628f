import * as z from 'zod/mini';

/** The live topic that tells of one's own notices. */
export const noticesTopic = 'notices';
/** Ways by which people are told. */
export const channels = ['app', 'push', 'email', 'digest'] as const;
export const severities = ['info', 'warning', 'urgent'] as const;

/** Values that are words of the product, and are said in the language of who reads them. What people wrote stays as it is. */
export const wordedParams: ReadonlySet<string> = new Set(['alarm', 'event', 'kind', 'what', 'document']);

export const noticeRow = z.strictObject({
  id: z.string(),
  topic: z.string(),
  /** In the language of who asks; English where the topic has no text in it. */
  title: z.string(),
  /** What the text is filled with. */
  params: z.record(z.string(), z.string()),
  link: z.string(),
  severity: z.enum(severities),
  at: z.string(),
  readAt: z.nullable(z.string()),
});
export type NoticeRow = z.infer<typeof noticeRow>;

/** What the socket says: somebody was told something, or something was read elsewhere. */
export interface NoticeNews {
  /** Left out: only the number has changed. */
  notice?: Pick<NoticeRow, 'id' | 'topic' | 'title' | 'params' | 'link' | 'severity'>;
  /** In their quiet hours people are not disturbed by it. */
  isQuiet?: boolean;
}

export const preferences = z.strictObject({
  /** Hour of India, 0 to 23, at which the digest comes. */
  digestHour: z.int(),
  /** Minutes of the day in India, between which nothing disturbs; null: never. */
  quietFrom: z.nullable(z.int()),
  quietTo: z.nullable(z.int()),
  topics: z.array(
    z.strictObject({
      key: z.string(),
      /** In English. */
      name: z.string(),
      severity: z.enum(severities),
      channels: z.array(z.enum(channels)),
      /** What there is until one chooses otherwise. */
      usual: z.array(z.enum(channels)),
    }),
  ),
});
export type Preferences = z.infer<typeof preferences>;

export const pushLimits = {
  /** Browsers of a person. */
  browsers: 10,
  /** Characters of an address at a push service. */
  endpoint: 1_000,
  /** Seconds from one test to the next. */
  testEveryS: 10,
} as const;

export const browser = z.strictObject({
  id: z.string(),
  /** Browser and system in words. */
  device: z.string(),
  isPhone: z.boolean(),
  createdAt: z.string(),
  /** When its push service took something last; null: never. */
  sentAt: z.nullable(z.string()),
  /** Since when nothing got through. */
  failingSince: z.nullable(z.string()),
  /** The one that asks. */
  isThis: z.boolean(),
});
export type Browser = z.infer<typeof browser>;

export const browsers = z.strictObject({
  /** What a browser subscribes with: `applicationServerKey`, in base64url. */
  publicKey: z.string(),
  browsers: z.array(browser),
});
export type Browsers = z.infer<typeof browsers>;
