// Made from compliance.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'obligations.title': never;
    'obligations.count': '#count' | 'number';
    'obligations.search': never;
    'obligations.searchOwn': never;
    'obligations.kind': never;
    'obligations.kinds.PAPER': never;
    'obligations.kinds.LICENCE': never;
    'obligations.kinds.MEDICAL': never;
    'obligations.span': never;
    'obligations.soon': never;
    'obligations.over': never;
    'obligations.next': 'days';
    'obligations.own': never;
    'obligations.everybody': never;
    'obligations.everyRecord': never;
    'obligations.whole': never;
    'obligations.upcoming': never;
    'obligations.allOf': '#count' | 'number';
    'obligations.noneOf': never;
    'obligations.none': never;
    'obligations.noneText': never;
    'obligations.late': '#count';
    'obligations.today': never;
    'obligations.left': '#count';
    'obligations.renewal.WAITING': never;
    'obligations.renewal.UPCOMING': never;
    'obligations.reminded': '#count' | 'day';
    'obligations.notReminded': never;
    'deadlines.work.near': never;
    'deadlines.work.nearUnit': never;
    'deadlines.work.expired': never;
    'deadlines.work.week': never;
    'deadlines.chart.title': never;
    'deadlines.chart.PAPER': never;
    'deadlines.chart.LICENCE': never;
    'deadlines.chart.MEDICAL': never;
  }
}
