// Made from documents.module.css by `npm run styles`.
declare const styles: {
  readonly 'paper-former': string;
  readonly 'paper-head': string;
  readonly 'paper-line': string;
  readonly 'paper-reason': string;
  readonly papers: string;
  readonly 'papers-head': string;
  readonly review: string;
  readonly 'review-acts': string;
  readonly 'review-back': string;
  readonly 'review-days': string;
  readonly 'review-duplicates': string;
  readonly 'review-facts': string;
  readonly 'review-item': string;
  readonly 'review-list': string;
  readonly 'review-said': string;
  readonly 'review-unseen': string;
};
export default styles;
