import { Link } from '@tanstack/react-router';
import { formatTime, said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Ago, When } from '#kit/web/ui/when.tsx';
import type { MailEvent, MailOne } from '../mail.contract.ts';
import styles from '../mail.module.css';

const shapes = { sent: 'ok', later: 'due', refused: 'bad', failed: 'bad', interrupted: 'due' } as const;

/** Every try and every deed, with its time and what was said. */
export function DeliveryLog({ mail }: { mail: MailOne }) {
  const t = useT();
  const words = (event: MailEvent) =>
    event.kind === 'try'
      ? t(`mail.outcome.${event.outcome ?? 'open'}`)
      : t(`mail.event.${event.kind}`, { by: event.by ?? '' });
  return (
    <section className="sheet sec" aria-labelledby="mail-log">
      <h2 className="h2" id="mail-log" style={{ marginBlockEnd: 12 }}>
        {t('mail.log')}
      </h2>
      <ol className="tl">
        {mail.log.map((event, index) => (
          <li key={`${event.kind}${event.at}${index}`}>
            <span
              className={`dot ${event.kind === 'try' ? (event.outcome ? shapes[event.outcome] : 'info') : event.kind === 'revealed' ? 'due' : 'off'}`}
              aria-hidden="true"
            />
            <div className="mid">
              <bdi>{words(event)}</bdi>
            </div>
            {event.message ? (
              <p className={`sm ${styles['wrap-words']}`}>
                <bdi>{event.message}</bdi>
              </p>
            ) : null}
            <div className="t3 sm">
              <When at={event.at} /> (<Ago at={event.at} />)
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function MailFacts({ mail }: { mail: MailOne }) {
  const t = useT();
  const can = useCan();
  const { record } = mail;
  return (
    <section className="sheet sec" aria-labelledby="mail-facts">
      <h2 className="h2" id="mail-facts" style={{ marginBlockEnd: 10 }}>
        {t('mail.facts')}
      </h2>
      <dl className="facts sm">
        <dt>{t('mail.queuedAt')}</dt>
        <dd>
          <When at={mail.at} />
        </dd>
        {mail.sentAt ? (
          <>
            <dt>{t('mail.sentAt')}</dt>
            <dd>
              <When at={mail.sentAt} />
            </dd>
          </>
        ) : null}
        <dt>{t('mail.tries')}</dt>
        <dd>{mail.log.filter(({ kind }) => kind === 'try').length}</dd>
        <dt>{t('mail.template')}</dt>
        <dd>
          <TemplateName mail={mail} linked={can('mail-template', 'view')} />
        </dd>
        {record ? (
          <>
            <dt>{t('mail.about')}</dt>
            <dd>
              {can(record.module, 'view') ? (
                <Link to={`/${record.module}/${record.id}`}>
                  <bdi>{record.title}</bdi>
                </Link>
              ) : (
                <bdi>{record.title}</bdi>
              )}
            </dd>
          </>
        ) : null}
        {mail.secret ? (
          <>
            <dt>{t('mail.link')}</dt>
            <dd>
              {mail.sealed && mail.expiresAt
                ? t('mail.linkSealed', { when: formatTime(mail.expiresAt) })
                : t('mail.linkGone')}
            </dd>
          </>
        ) : null}
        <dt>{t('mail.messageId')}</dt>
        <dd>
          <bdi dir="ltr" className={styles['wrap-words']}>
            {mail.messageId}
          </bdi>
        </dd>
      </dl>
    </section>
  );
}

function TemplateName({ mail, linked }: { mail: MailOne; linked: boolean }) {
  const t = useT();
  const words = (
    <bdi>{t('mail.templateVersion', { name: said(mail.templateName), version: mail.templateVersion })}</bdi>
  );
  return linked ? (
    <Link to="/mail/templates" search={{ template: mail.template } as never}>
      {words}
    </Link>
  ) : (
    words
  );
}
