// Made from audit.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'history.session': never;
    'history.for': never;
    'history.yes': never;
    'history.no': never;
    'history.fact.field': never;
    'history.fact.call': never;
    'history.fact.right': never;
    'history.fact.why': never;
    'history.fact.count': never;
    'history.fact.minute': never;
    'history.fact.rows': never;
    'history.fact.format': never;
    'history.fact.columns': never;
    'history.fact.trash': never;
    'history.fact.filter': never;
    'history.fact.reason': never;
    'history.fact.captured': never;
    'chain.label': never;
    'chain.never': 'entries';
    'chain.whole': 'entries';
    'chain.running': 'done' | 'total';
    'chain.failed': never;
    'chain.broken': never;
    'chain.brokenAt': 'seq';
    'chain.check': never;
    'chain.row': never;
    'chain.when': never;
    'chain.who': never;
    'chain.what': never;
    'chain.kind.changed': never;
    'chain.kind.missing': never;
    'chain.kind.inserted': never;
    'chain.kind.reordered': never;
    'chain.kind.tail': never;
    'chain.kind.rewritten': never;
    'chain.kind.unchained': never;
    'chain.unknown': never;
    'chain.checked': never;
    'records.history': never;
    'records.historyText': never;
    'records.search': never;
    'records.byPerson': 'name';
    'records.onePerson': never;
    'records.ofRecord': never;
    'records.onlyOf': 'name';
    'records.anybody': never;
    'records.anyRecord': never;
    'records.action': never;
    'records.source': never;
    'records.none': never;
  }
}
