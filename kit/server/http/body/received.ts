import { createPace, paceOfOne } from '#kit/server/turns/pace.ts';

const pace = createPace(paceOfOne.bytesPerS, paceOfOne.burst);

/**
 * The pieces of a long body, received no faster than files are sent, however fast they come: who sends as fast as the machine can take
 * would leave the others no processor.
 * @param who whose body it is: those of one account share their pace, and so do those of all strangers
 */
export const received = <Piece extends { length: number }>(
  pieces: AsyncIterable<Piece>,
  who: string | undefined,
): AsyncGenerator<Piece> => pace.of(pieces, who ?? 'strangers');
