/** Something that is done only after a yes. */
export interface Question {
  title: string;
  text: string;
  /** What the button says that does it. */
  yes: string;
}

let asked: { question: Question; answer: (yes: boolean) => void } | undefined;
const listeners = new Set<() => void>();
const change = (to: typeof asked) => {
  asked = to;
  for (const listener of listeners) listener();
};

/** Asks in a dialog over the page, one question at a time: a further one is answered with no. */
export const ask = (question: Question): Promise<boolean> =>
  asked
    ? Promise.resolve(false)
    : new Promise((resolve) => {
        change({
          question,
          answer: (yes) => {
            change(undefined);
            resolve(yes);
          },
        });
      });

export const questions = {
  current: () => asked,
  listen: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
