/** What only the rows can be blamed for: values that a column does not take. Anything else may yet pass, so it is tried again. */
const isOfTheRow = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code));

/**
 * Writes rows; halves them again and again to find those that the database does not take, and goes on without them.
 * @param leftOut is called once for each of them.
 */
export async function writeOrLeaveOut<T>(
  rows: readonly T[],
  write: (rows: readonly T[]) => Promise<void>,
  leftOut: (error: unknown) => void,
): Promise<void> {
  try {
    if (rows.length > 0) await write(rows);
  } catch (error) {
    if (!isOfTheRow(error)) throw error;
    if (rows.length === 1) {
      leftOut(error);
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await writeOrLeaveOut(rows.slice(0, middle), write, leftOut);
    await writeOrLeaveOut(rows.slice(middle), write, leftOut);
  }
}
