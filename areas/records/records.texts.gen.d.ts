// Made from records.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'records.kind': never;
    'records.trash': never;
    'records.trashText': never;
    'records.referenceData': never;
    'records.referenceDataText': never;
    'records.searchLists': never;
    'records.maintained': never;
    'records.lookedUp': never;
    'records.noLists': never;
    'records.noListsText': never;
    'records.noneAtAllText': never;
    'exports.sub': 'days';
    'exports.none': never;
    'exports.noneText': 'days' | 'rows';
    'exports.remove': never;
    'exports.rows': 'rows';
    'exports.rowsOf': 'done' | 'total';
    'exports.leftOut': 'count';
    'exports.deleted': 'many';
    'exports.expires': 'when';
    'exports.progress': 'name';
    'exports.state.waiting': never;
    'exports.state.running': never;
    'exports.state.done': never;
    'exports.state.failed': never;
    'exports.state.expired': never;
  }
}
