/** A way by which people are told. */
export type Channel = 'app' | 'push' | 'email' | 'digest';
export type Severity = 'info' | 'warning' | 'urgent';

/** A kind of thing that people are told of: `topics` of an area's manifest. */
export interface Topic {
  /** Kept with what was told and with what people chose: never changed once it has shipped. */
  key: string;
  /** As they stand at `notices.<key>` of the area's language file: what preferences call it, and what is told. */
  texts: { name: string; title: string };
  /** Whoever may not view this module is not told. Left out: it is a person's own matter. */
  module?: string;
  /** Urgent ones do not wait for the end of somebody's quiet hours. */
  severity: Severity;
  /** Channels of those who have chosen nothing, for each side that is told of it at all. */
  channels: Readonly<Partial<Record<'staff' | 'client', readonly Channel[]>>>;
  /**
   * The area sends mails of it by itself: they are the email of this topic, and no other one is sent. Keys of templates that are of this topic
   * alone; none where mails say their topic.
   */
  templates?: readonly string[];
}

/** Values of a text. A day 'YYYY-MM-DD' and an ISO time are shown in words. */
export type NoticeParams = Readonly<Record<string, string>>;

/** Whom a notice is for. Those whose role does not let them view the module of the topic, or the organisation, are left out. */
export type NoticeTo =
  /** These accounts. */
  | { accounts: readonly string[] }
  /** Whoever may do this in the organisation; of staff those who may do `staff`, where it is given. */
  | { module: string; action: string; staff?: string };

export interface Notice {
  /** What it is of; only the key is kept. */
  topic: Pick<Topic, 'key'>;
  to: NoticeTo;
  /** Whose matter it is about: clients of other organisations are never told. Null: of no organisation. */
  orgId: string | null;
  params: NoticeParams;
  /** Path in the web app. */
  link: string;
  record?: { module: string; id: string };
  /** The same one again tells nobody a second time. */
  onceKey: string;
  /** Who did it, and knows. */
  except?: string | null;
  /** Not before this time; until then it can be withdrawn. */
  heldUntil?: Date;
}
