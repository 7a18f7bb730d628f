/** Files that are remembered to be as they were sealed. */
const mostKnown = 5_000;

/**
 * Remembers which stored files were looked through to their last byte and have not been touched since: to do so again for everybody who
 * asks for one would take the event loop a hundredth of a second for each ten megabytes.
 */
export function createCheckedFiles() {
  const known = new Map<string, string>();
  const going = new Map<string, Promise<void>>();
  return {
    /**
     * @param state what the disk tells of a file; it is another one after each write.
     * @param check throws where the file is not as it was sealed.
     */
    async check(id: string, state: string, check: () => Promise<void>): Promise<void> {
      if (known.get(id) === state) return;
      const key = `${id} ${state}`;
      const pending =
        going.get(key) ??
        check().then(() => {
          known.delete(id);
          known.set(id, state);
          for (const oldest of known.keys()) {
            if (known.size <= mostKnown) break;
            known.delete(oldest);
          }
        });
      going.set(key, pending);
      try {
        await pending;
      } finally {
        going.delete(key);
      }
    },
  };
}
