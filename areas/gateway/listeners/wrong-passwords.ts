/**
 * Slows down who guesses the password of a device. What is kept away is a name at an address and never an address: whoever shares it, as a
 * whole fleet behind one SIM operator does, is heard as before.
 */
export interface WrongPasswords {
  note(identity: string, address: string, now: number): void;
  /** The right one came. */
  forget(identity: string, address: string): void;
  /** Too many wrong ones came just now: nothing is compared, so that nobody learns which one is right. */
  areTooMany(identity: string, address: string, now: number): boolean;
}

interface Guesser {
  wrong: number;
  /** How often it was kept away. */
  times: number;
  since: number;
  until: number;
}

const mostWrong = 10;
const maxGuessers = 10_000;
const firstMs = 5_000;
const lastMs = 60_000;
/** What is so old counts no more. */
const forgottenMs = 10 * 60_000;

export function createWrongPasswords(): WrongPasswords {
  const guessers = new Map<string, Guesser>();
  const keyOf = (identity: string, address: string) => `${address} ${identity.slice(0, 64).toLowerCase()}`;
  return {
    note(identity, address, now) {
      const key = keyOf(identity, address);
      const known = guessers.get(key);
      const guesser = known && now - known.since < forgottenMs ? known : { wrong: 0, times: 0, since: now, until: 0 };
      guesser.wrong += 1;
      guesser.since = now;
      if (guesser.wrong >= mostWrong) {
        guesser.until = now + Math.min(firstMs * 2 ** guesser.times, lastMs);
        guesser.times += 1;
        guesser.wrong = 0;
      }
      // The one that guessed longest ago stands first, and goes first.
      guessers.delete(key);
      guessers.set(key, guesser);
      const [oldest] = guessers.size > maxGuessers ? guessers.keys() : [];
      if (oldest !== undefined) guessers.delete(oldest);
    },
    forget(identity, address) {
      if (guessers.size > 0) guessers.delete(keyOf(identity, address));
    },
    areTooMany(identity, address, now) {
      const guesser = guessers.get(keyOf(identity, address));
      return guesser !== undefined && now < guesser.until;
    },
  };
}
