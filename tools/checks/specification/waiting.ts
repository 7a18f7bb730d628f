/**
 * Lines of the specification that are built and not yet as it has them, by their id, with what is wrong. The test of the line
 * fails when one of them has become right, so that nothing stays here.
 */
export const waiting: Readonly<Record<string, string>> = {};
