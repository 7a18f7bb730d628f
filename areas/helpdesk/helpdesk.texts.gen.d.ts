// Made from helpdesk.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'toast.helpdesk.created': never;
    'toast.helpdesk.updated': never;
    'help.title': never;
    'help.sub': never;
    'help.search': never;
    'help.onPage': never;
    'help.questions': never;
    'help.language': never;
    'help.found': '#count' | 'shown';
    'help.none': never;
    'help.noneText': never;
    'help.noMatch': never;
    'help.didHelp': never;
    'help.yes': never;
    'help.no': never;
    'help.thanks': never;
    'help.helped': '#count' | 'all' | 'helpful';
    'help.gaps': never;
    'help.gapsText': never;
    'help.noGaps': never;
    'help.searched': never;
    'help.times': never;
    'help.last': never;
    'help.todo': never;
    'help.write': never;
    'help.writeFor': 'words';
    'help.dismiss': never;
    'help.dismissOf': 'words';
    'help.publicTitle': never;
    'help.publicSub': never;
    'help.signIn': never;
  }
}
