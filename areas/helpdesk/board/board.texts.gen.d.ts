// Made from board.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'board.view': never;
    'board.by': never;
    'board.byStatus': never;
    'board.byPerson': never;
    'board.team': never;
    'board.nobody': never;
    'board.column': never;
    'board.none': never;
    'board.left': 'time';
    'board.late': 'time';
    'board.first': 'count' | 'shown';
    'board.status': 'title';
    'board.assign': 'title';
    'board.forward': 'title';
    'board.moved': 'column' | 'title';
    'board.cannot': 'title';
    'board.keys': never;
    'board.keyCards': never;
    'board.keyMove': never;
    'board.keyStatus': never;
    'board.keyAssign': never;
    'board.keyForward': never;
    'board.hint': never;
  }
}
