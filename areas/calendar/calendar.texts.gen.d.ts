// Made from calendar.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'calendar.title': never;
    'calendar.count': '#count' | 'month' | 'number';
    'calendar.kind': never;
    'calendar.view': never;
    'calendar.views.month': never;
    'calendar.views.list': never;
    'calendar.views.overdue': 'number';
    'calendar.overdueTitle': never;
    'calendar.today': never;
    'calendar.dayCount': '#count' | 'number';
    'calendar.moreKinds': 'number';
    'calendar.ofDay': never;
    'calendar.noneOnDay': never;
    'calendar.noneOnDayText': never;
    'calendar.noneInMonth': never;
    'calendar.noneInMonthText': never;
    'calendar.noneOverdue': never;
    'calendar.noneOverdueText': never;
    'calendar.late': '#count' | 'number';
    'calendar.left': '#count' | 'number';
    'calendar.reminded': '#count' | 'day' | 'number';
    'calendar.keys': never;
    'calendar.keyDays': never;
    'calendar.keyMonths': never;
    'calendarLink.open': never;
    'calendarLink.title': never;
    'calendarLink.about': never;
    'calendarLink.none': never;
    'calendarLink.create': never;
    'calendarLink.made': 'name';
    'calendarLink.madeText': never;
    'calendarLink.link': never;
    'calendarLink.copied': never;
    'calendarLink.notCopied': never;
    'calendarLink.howTo': never;
    'calendarLink.done': never;
    'calendarLink.all': never;
    'calendarLink.endsWith': 'hint';
    'calendarLink.lastUsed': never;
    'calendarLink.never': never;
    'calendarLink.withdraw': never;
    'calendarLink.withdrawSure': 'name';
    'calendarLink.withdrawText': never;
    'calendarLink.name': never;
    'calendarLink.nameHelp': never;
    'calendarLink.kinds': never;
  }
}
