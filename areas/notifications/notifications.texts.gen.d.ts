// Made from notifications.en.json by `npm run texts`.
export {};
declare module '#kit/web/texts/texts.ts' {
  interface Texts {
    'notifications.title': never;
    'notifications.sub': never;
    'notifications.unread': '#count' | 'shown';
    'notifications.none': never;
    'notifications.noneText': never;
    'notifications.noneUnread': never;
    'notifications.noneUnreadText': never;
    'notifications.noneMatch': never;
    'notifications.show': never;
    'notifications.readAll': never;
    'notifications.markRead': never;
    'notifications.markUnread': never;
    'notifications.remove': never;
    'notifications.about': 'action' | 'title';
    'notifications.older': never;
    'notifications.all': never;
    'notifications.choose': never;
    'notifications.isUnread': never;
    'notifications.severity': never;
    'notifications.topic': never;
    'notifications.list': never;
    'notifications.screenNone': never;
    'notifications.screenNoneText': never;
    'notifications.clear': never;
    'notifications.shows.unread': never;
    'notifications.shows.all': never;
    'notifications.shows.screen': never;
    'notifications.severities.info': never;
    'notifications.severities.warning': never;
    'notifications.severities.urgent': never;
    'noticeChoices.title': never;
    'noticeChoices.about': never;
    'noticeChoices.usual': never;
    'noticeChoices.usualFor': 'name';
    'noticeChoices.acting': 'name';
    'noticeChoices.quiet': never;
    'noticeChoices.quietText': never;
    'noticeChoices.quietOn': never;
    'noticeChoices.from': never;
    'noticeChoices.to': never;
    'noticeChoices.digest': never;
    'noticeChoices.digestText': never;
    'noticeChoices.hour': never;
    'noticeChoices.save': never;
    'noticeChoices.channels.app': never;
    'noticeChoices.channels.email': never;
    'noticeChoices.channels.digest': never;
  }
}
