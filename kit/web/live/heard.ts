/** A topic that an area follows for as long as the tab is signed in, whatever page is open. */
export interface Heard {
  topic: string;
  /** Fetched with the first message: what hears its key and its data. */
  load: () => Promise<(key: string, data: unknown) => void>;
}

const all: Heard[] = [];

export const addHeard = (heard: readonly Heard[]): void => void all.push(...heard);
export const heardTopics = (): readonly Heard[] => all;
