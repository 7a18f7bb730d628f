// Made from mail.module.css by `npm run styles`.
declare const styles: {
  readonly answer: string;
  readonly 'clash-text': string;
  readonly 'mail-cards': string;
  readonly 'mail-frame': string;
  readonly 'mail-letter': string;
  readonly 'mail-off': string;
  readonly 'mail-state': string;
  readonly 'mail-states': string;
  readonly 'mail-subject': string;
  readonly 'mail-templates': string;
  readonly 'mail-text': string;
  readonly 'mail-verdict': string;
  readonly mails: string;
  readonly 'old-text': string;
  readonly subject: string;
  readonly suppressed: string;
  readonly template: string;
  readonly 'template-alert': string;
  readonly 'template-fields': string;
  readonly 'template-history': string;
  readonly 'template-holes': string;
  readonly what: string;
  readonly 'wrap-words': string;
};
export default styles;
