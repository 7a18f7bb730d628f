import { attachmentNames } from '../tickets/ticket.contract.ts';

export const takenTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];
const mostBytes = 10 * 1024 * 1024;

export type FileProblem = 'type' | 'size' | 'count';

/** Files that go along with words: up to five pictures or PDFs of 10 MB. What cannot is named with its reason. */
export function addFiles(
  chosen: readonly File[],
  more: readonly File[],
): { files: File[]; refused: { name: string; problem: FileProblem }[] } {
  const files = [...chosen];
  const refused: { name: string; problem: FileProblem }[] = [];
  for (const file of more) {
    const problem: FileProblem | undefined = !takenTypes.includes(file.type)
      ? 'type'
      : file.size > mostBytes
        ? 'size'
        : files.length >= attachmentNames.length
          ? 'count'
          : undefined;
    if (problem) refused.push({ name: file.name, problem });
    else files.push(file);
  }
  return { files, refused };
}
