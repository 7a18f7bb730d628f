import { partsOf } from './marked-parts.ts';

/** A text with what was searched for in it marked. */
export function Marked({ text, words }: { text: string; words: string }) {
  return (
    <bdi>
      {partsOf(text, words).map((part) =>
        part.isFound ? <mark key={part.at}>{part.text}</mark> : <span key={part.at}>{part.text}</span>,
      )}
    </bdi>
  );
}
