/** Looks at mails that were written down; planned again every minute for those that were put off. */
export const helpMailJob = 'help-mail';
/** Looks into the mailbox. */
export const mailboxJob = 'help-mailbox';
