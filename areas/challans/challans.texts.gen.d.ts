// Made from challans.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'views.ruleTest': never;
    'fines.about': never;
    'fines.what': never;
    'fines.offence': never;
    'fines.speeding': never;
    'fines.other': never;
    'fines.speed': never;
    'fines.limit': never;
    'fines.seconds': never;
    'fines.units': never;
    'fines.day': never;
    'fines.state': never;
    'fines.anyState': never;
    'fines.rto': never;
    'fines.size': never;
    'fines.class': never;
    'fines.category': never;
    'fines.none': never;
    'fines.offenceNo': never;
    'fines.answer': never;
    'fines.enter': never;
    'fines.choose': never;
    'fines.notOver': never;
    'fines.nothing': 'day';
    'fines.between': 'max' | 'min';
    'fines.noFine': never;
    'fines.follows': never;
    'fines.points': never;
    'fines.section': never;
    'fines.rule': never;
    'fines.version': 'version';
    'fines.source': never;
    'fines.alsoFit': never;
    'fines.alsoFitAbout': never;
    'fines.misfits': never;
    'fines.why.OTHER_OFFENCE': never;
    'fines.why.NOT_IN_FORCE': never;
    'fines.why.OTHER_STATE': never;
    'fines.why.OTHER_RTO': never;
    'fines.why.OTHER_SIZE': never;
    'fines.why.OTHER_CLASS': never;
    'fines.why.OTHER_CATEGORY': never;
    'fines.why.OTHER_REPETITION': never;
    'fines.why.NOT_SPEEDING': never;
    'fines.why.OUTSIDE_BAND': never;
    'fines.why.TOO_SHORT': never;
    'fines.actions.FINE': never;
    'fines.actions.WARN': never;
    'fines.actions.IMPOUND_DL': never;
    'fines.actions.COURT': never;
  }
}
