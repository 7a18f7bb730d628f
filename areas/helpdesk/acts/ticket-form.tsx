import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { FormBodyProps } from '#kit/web/catalogue/form/form-part.ts';
import type { Ticket } from '../talk/talk.queries.ts';
import { SuggestedAnswers } from '../faq/suggested-answers.tsx';
import { About } from './about.tsx';
import { CategoryChoice } from './category-choice.tsx';
import { TicketFiles } from './ticket-files.tsx';
import styles from './ticket-form.module.css';

const nothingMore = () => undefined;

/** The form of a ticket: for customers what it takes to ask, for staff who asks first, and then what. */
export function TicketForm(props: FormBodyProps) {
  const isClient = useKept('userData')[0]?.kind === 'client';
  return <div className={styles.form}>{isClient ? <CustomersForm {...props} /> : <DesksForm {...props} />}</div>;
}

function CustomersForm(props: FormBodyProps) {
  const { field } = props;
  return (
    <>
      <About {...props} />
      <CategoryChoice {...props} />
      <Question {...props} />
      {field('description')}
      <TicketFiles {...props} />
    </>
  );
}

function DesksForm(props: FormBodyProps) {
  const t = useT();
  const { field, values, row } = props;
  const { followsId } = values as { followsId?: string };
  const isFollowing = Boolean(followsId) || ((row as Ticket | undefined)?.followsId ?? null) !== null;
  return (
    <>
      <section className={styles.group} aria-label={t('ask.who')}>
        <h2 className="h2">
          <bdi>{t('ask.who')}</bdi>
        </h2>
        <div className={styles.two}>
          {field('orgId')}
          {field('appUserId')}
        </div>
      </section>
      <section className={styles.group} aria-label={t('ask.what')}>
        <h2 className="h2">
          <bdi>{t('ask.what')}</bdi>
        </h2>
        <div className={styles.two}>
          {field('categoryId')}
          {field('priority')}
        </div>
        <Question {...props} />
        {field('description')}
        <TicketFiles {...props} />
      </section>
      <About {...props} />
      {isFollowing ? field('followsId') : null}
    </>
  );
}

/** The subject, and answers that may make the ticket unnecessary. */
function Question({ field, values, row }: FormBodyProps) {
  const { subject } = values as { subject?: string };
  return (
    <div className={styles.question}>
      {field('subject')}
      {row ? null : <SuggestedAnswers subject={subject ?? ''} onAnswered={nothingMore} />}
    </div>
  );
}
