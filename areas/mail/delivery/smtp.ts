import type { Attachment } from './attachment.store.ts';
import type { MailAddress, SmtpSettings, SmtpTimeouts } from '../mail-parts.ts';
import { type Compliance, verdictOf } from './smtp-reply.rules.ts';

/** A mail as it leaves. */
export interface RenderedMailView {
  messageId: string;
  date: Date;
  to: MailAddress;
  subject: string;
  text: string;
  html: string;
  /** A link in it that nobody else may learn of, not even from what the server answers. */
  secret: string | undefined;
  attachment: Attachment | undefined;
  /** By what an answer is known; see answerHeaders. */
  answer?: { references: string; inReplyTo: string; replyTo?: MailAddress } | undefined;
  /** It answers what somebody has just sent. */
  isAnswer?: boolean;
}

export const patience: SmtpTimeouts = {
  connect: 10_000,
  greeting: 10_000,
  socket: 30_000,
  total: 60_000,
  grace: 4_000,
};

/**
 * Sends letters, each over a connection of its own. It never throws: what became of a letter is its verdict. `stop` ends what
 * is under way.
 */
export function createSender(settings: SmtpSettings, from: MailAddress, timeouts: SmtpTimeouts) {
  const { host, port, tls, user, password } = settings;
  const settle = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    ...(user === undefined ? {} : { auth: { user, pass: password ?? '' } }),
    connectionTimeout: timeouts.connect,
    dnsTimeout: timeouts.connect,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    // A mail is made of its own texts, never of what a text of it points to.
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  };
  /** Fetched for the first letter: whoever starts the product need not wait for it. */
  const open = async () => (await import('nodemailer')).createTransport(settle);
  let transport: ReturnType<typeof open> | undefined;
  return async (letter: RenderedMailView, stop: AbortSignal): Promise<Compliance> => {
    const late = AbortSignal.timeout(timeouts.total);
    try {
      await (await (transport ??= open())).sendMail({
        messageId: letter.messageId,
        date: letter.date,
        from,
        to: letter.to,
        // Said apart from the headers: names in those are people's own.
        envelope: { from: from.address, to: [letter.to.address] },
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        ...(letter.attachment
          ? {
              attachments: [
                {
                  filename: letter.attachment.name,
                  contentType: letter.attachment.type,
                  content: letter.attachment.bytes,
                },
              ],
            }
          : {}),
        ...letter.answer,
        // No holiday answers to a machine.
        headers: {
          'Auto-Submitted': letter.isAnswer ? 'auto-replied' : 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
        },
        signal: AbortSignal.any([stop, late]),
      });
      return { outcome: 'sent', message: null };
    } catch (error) {
      if (stop.aborted) return { outcome: 'interrupted', message: 'Roadkeeper was stopped while it was being sent' };
      if (late.aborted)
        return { outcome: 'later', message: `It took longer than ${timeouts.total / 1_000} s and was given up` };
      return verdictOf(error, settings, letter.secret);
    }
  };
}
export type Sender = ReturnType<typeof createSender>;
