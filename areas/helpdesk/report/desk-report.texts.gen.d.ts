// Made from desk-report.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'deskReport.view': never;
    'deskReport.from': never;
    'deskReport.to': never;
    'deskReport.nothing': never;
    'deskReport.tickets': never;
    'deskReport.open': never;
    'deskReport.first': never;
    'deskReport.firstLate': never;
    'deskReport.firstMedian': never;
    'deskReport.solution': never;
    'deskReport.solutionLate': never;
    'deskReport.solutionMedian': never;
    'deskReport.reopened': never;
    'deskReport.satisfaction': never;
    'deskReport.unanswered': '#count';
    'deskReport.merged': '#count';
    'deskReport.rated': '#count';
    'deskReport.ofFive': 'value';
    'deskReport.months': never;
    'deskReport.month': never;
    'deskReport.categories': never;
    'deskReport.category': never;
    'deskReport.teams': never;
    'deskReport.team': never;
    'deskReport.people': never;
    'deskReport.person': never;
    'deskReport.none': never;
    'deskReport.ratings': never;
    'deskReport.inTime': never;
    'deskReport.late': never;
    'deskReport.unknown': never;
    'deskReport.asTable': never;
    'deskReport.typically': 'time';
    'deskReport.minutes': 'minutes';
    'deskReport.hours': 'hours' | 'minutes';
    'deskReport.about': never;
    'deskReport.linkOf': 'name' | 'value' | 'what';
  }
}
