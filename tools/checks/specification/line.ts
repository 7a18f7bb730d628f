/** The test that fails when a line breaks: its file below the root, and its name there. */
export interface NamedTest {
  file: string;
  name: string;
}

/** A line of docs/specification.md. */
export interface Line {
  /** One of its kind; lines of the same meaning are not written twice. */
  id: string;
  /** What the specification asks for, in words. */
  says: string;
  /** Left out for what is not built. */
  test?: NamedTest;
}
export const named = (file: string, name: string): NamedTest => ({ file, name });
