// Made from challan-board.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'challanBoard.view': never;
    'challanBoard.open': never;
    'challanBoard.due': never;
    'challanBoard.count': never;
    'challanBoard.deadlines': never;
    'challanBoard.statuses': never;
    'challanBoard.sources': never;
    'challanBoard.states': never;
    'challanBoard.vehicles': never;
    'challanBoard.drivers': never;
    'challanBoard.repeatVehicles': never;
    'challanBoard.repeatDrivers': never;
    'challanBoard.repeatAbout': never;
    'challanBoard.months': never;
    'challanBoard.asTable': never;
    'challanBoard.month': never;
    'challanBoard.money.due': never;
    'challanBoard.money.paid': never;
    'challanBoard.money.refunded': never;
    'challanBoard.deadline': never;
    'challanBoard.status': never;
    'challanBoard.source': never;
    'challanBoard.state': never;
    'challanBoard.vehicle': never;
    'challanBoard.driver': never;
    'challanBoard.offence': never;
    'challanBoard.last': never;
    'challanBoard.none': never;
    'challanBoard.noName': never;
    'challanBoard.bands.PAST': never;
    'challanBoard.bands.TODAY': never;
    'challanBoard.bands.IN_3': never;
    'challanBoard.bands.IN_7': never;
    'challanBoard.bands.IN_15': never;
    'challanBoard.bands.IN_45': never;
    'challanBoard.bands.LATER': never;
    'challanBoard.work.decide': never;
    'challanBoard.work.decideUnit': never;
    'challanBoard.work.week': never;
    'challanBoard.work.send': never;
    'challanBoard.work.sendUnit': never;
    'challanBoard.work.pay': never;
    'challanBoard.work.payUnit': never;
    'challanBoard.work.overdue': never;
    'challanBoard.work.answer': never;
    'challanBoard.work.answerUnit': never;
  }
}
