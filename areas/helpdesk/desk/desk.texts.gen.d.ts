// Made from desk.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'desk.view': never;
    'desk.list': never;
    'desk.tabs': never;
    'desk.search': never;
    'desk.none': never;
    'desk.noneText': never;
    'desk.choose': never;
    'desk.chooseText': never;
    'desk.back': never;
    'desk.more': 'count' | 'shown';
    'desk.position': 'at' | 'count' | 'subject';
    'desk.gone': never;
    'desk.keys': never;
    'desk.keyRows': never;
    'desk.keyReply': never;
    'desk.keyNote': never;
    'desk.keyAssign': never;
    'desk.keyForward': never;
    'desk.keySearch': never;
    'desk.hint': never;
    'desk.tab.mine': never;
    'desk.tab.active': never;
    'desk.tab.waiting': never;
    'desk.tab.late': never;
    'desk.chart.title': never;
    'desk.chart.open': never;
    'desk.chart.waiting': never;
    'desk.chart.today': never;
    'desk.chart.days': never;
    'desk.chart.week': never;
    'desk.chart.month': never;
    'desk.chart.older': never;
    'desk.work.title': never;
    'desk.work.unit': never;
    'desk.work.late': never;
    'desk.work.waitingTitle': never;
    'desk.work.waitingUnit': never;
    'lateness.answerSoon': 'at' | 'subject' | 'ticket';
    'lateness.answerLate': 'subject' | 'ticket';
    'lateness.solutionSoon': 'at' | 'subject' | 'ticket';
    'lateness.solutionLate': 'subject' | 'ticket';
    'lateness.answerRisen': 'subject' | 'ticket';
    'lateness.solutionRisen': 'subject' | 'ticket';
    'lateness.many': 'count' | 'late';
  }
}
