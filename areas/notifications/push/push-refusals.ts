import type { Sent } from '#kit/server/outgoing/send.ts';

const hourMs = 3_600_000;
/** Services that are remembered. */
const most = 100;

/** Says it in the log where a push service does not accept who sends, once an hour of each: no message gets through to its browsers. */
export function createRefusals(log: (line: string) => void, subject: () => string) {
  const said = new Map<string, number>();
  return {
    note(service: string, { status, answer }: Pick<Sent, 'status' | 'answer'>, now: Date): void {
      if (status !== 401 && status !== 403) return;
      const last = said.get(service);
      if (last !== undefined && now.getTime() - last < hourMs) return;
      said.delete(service);
      said.set(service, now.getTime());
      const [oldest] = said.keys();
      if (said.size > most && oldest !== undefined) said.delete(oldest);
      log(
        `push service ${service} refused the signature of this installation: ${status}${reasonOf(answer)}; it names ${subject()}, ` +
          'which must be a public https address (PUBLIC_URL) or a real sender (MAIL_FROM)',
      );
    },
  };
}

/** The reason, where the answer names one in a word, as Apple's does: whoever answers writes nothing else into the log. */
const reasonOf = (answer: string | null): string => {
  try {
    const { reason } = JSON.parse(answer ?? '') as { reason?: unknown };
    return typeof reason === 'string' && /^\w{1,40}$/.test(reason) ? ` ${reason}` : '';
  } catch {
    return '';
  }
};
