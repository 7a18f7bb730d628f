import { IconMail, IconPhone } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { named, said, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { When } from '#kit/web/ui/when.tsx';
import type { incident } from '../incident/incident.contract.ts';
import type { IncidentContact } from '../incident/incident-answers.contract.ts';
import { isOpen } from '../incident/incident-status.rules.ts';
import { type Incident, useIncidentCard } from '../incidents.queries.ts';
import { CallDialog } from './acts/call.dialog.tsx';
import { EmailDialog } from './acts/email.dialog.tsx';
import styles from './screen.module.css';

type Called = { person: string; number: string };

/** The driver, emergency contacts in their order, and emergency numbers of where it is; for those who handle it. */
export function WhomToCall({ row }: Pick<RecordTabProps<typeof incident>, 'row'>) {
  const can = useCan();
  return can('incident', 'approve', row) ? <Card row={row} /> : null;
}

function Card({ row }: { row: Incident }) {
  const t = useT();
  const id = useId();
  const { data } = useIncidentCard(row.id, true);
  const isActing = (useKept('userData')[0]?.impersonatedBy ?? null) !== null;
  const [called, setCalled] = useState<Called>();
  const [emailed, setEmailed] = useState<string>();
  const mayAct = isOpen(row.incidentState) && row.status === 1 && !isActing;
  const note = (person: string, number: string) =>
    mayAct ? <NoteButton person={person} onPress={() => setCalled({ person, number })} /> : null;
  return (
    <section className="sheet sec col gap-14" aria-labelledby={id} aria-busy={!data}>
      <h2 className="h2" id={id}>
        {t('incidents.card.title')}
      </h2>
      {data ? (
        <>
          <Part title={t('incidents.card.driver')}>
            {data.driver ? (
              <Person name={data.driver.name}>
                {data.driver.mobile === null ? (
                  <span className="t2">{t('incidents.card.noNumber')}</span>
                ) : (
                  <Numbers numbers={[data.driver.mobile]} name={data.driver.name} note={note} />
                )}
              </Person>
            ) : (
              <li className="t2">
                <bdi>{t('incidents.card.noDriver')}</bdi>
              </li>
            )}
          </Part>
          <Part title={t('incidents.card.contacts')}>
            {data.contacts.length === 0 ? (
              <li className="t2">
                <bdi>{t('incidents.card.noContacts')}</bdi>
              </li>
            ) : (
              data.contacts.map((one, at) => (
                <Person key={one.id ?? `named ${at}`} name={one.name} about={<About contact={one} />}>
                  <Numbers numbers={one.numbers} name={one.name} note={note} />
                  {mayAct && !row.isTest && one.mayBeEmailed && one.id !== null ? (
                    <button
                      type="button"
                      className="btn d sm"
                      aria-label={t('incidents.card.emailOne', { name: one.name })}
                      onClick={() => setEmailed(one.id ?? undefined)}
                    >
                      <IconMail className="i s" aria-hidden="true" />
                      {t('incidents.card.email')}
                    </button>
                  ) : null}
                </Person>
              ))
            )}
          </Part>
          <Part title={t('incidents.card.numbers')}>
            {data.numbers.map(({ name, number, state }) => (
              <Person key={`${name} ${number} ${state}`} name={named(name)}>
                <Numbers numbers={[number]} name={name} note={note} />
              </Person>
            ))}
          </Part>
        </>
      ) : (
        <span className="sk" aria-hidden="true" />
      )}
      {called ? <CallDialog row={row} called={called} onClose={() => setCalled(undefined)} /> : null}
      {emailed ? <EmailDialog row={row} contactId={emailed} onClose={() => setEmailed(undefined)} /> : null}
    </section>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h3 className="t2 sm">{title}</h3>
    <ul className={styles.people}>{children}</ul>
  </div>
);

const Person = ({ name, about, children }: { name: string; about?: ReactNode; children: ReactNode }) => (
  <li>
    <div className={styles.who}>
      <bdi className="mid">{name}</bdi>
      {about}
    </div>
    <div className="row wrap">{children}</div>
  </li>
);

/** Whose contact it is, and whether they agreed to be called. */
function About({ contact: { id, person, relation, consentOn } }: { contact: IncidentContact }) {
  const t = useT();
  return (
    <span className="t2 sm">
      <bdi>{relation === null ? t('incidents.card.of', { person }) : `${said(relation)}, ${person}`}</bdi>
      {' · '}
      {consentOn === null ? (
        <bdi>{t(id === null ? 'incidents.card.named' : 'incidents.card.noConsent')}</bdi>
      ) : (
        <bdi>
          {t('incidents.card.consent')} <When at={consentOn} />
        </bdi>
      )}
    </span>
  );
}

function Numbers(props: {
  numbers: readonly string[];
  name: string;
  note: (person: string, number: string) => ReactNode;
}) {
  const { numbers, name, note } = props;
  const t = useT();
  return numbers.map((number) => (
    <span key={number} className="row">
      <a
        className="btn d sm"
        href={`tel:${number.replaceAll(/[^\d+]/g, '')}`}
        aria-label={t('incidents.card.callOne', { name: named(name), number })}
      >
        <IconPhone className="i s" aria-hidden="true" />
        <bdi dir="ltr">{number}</bdi>
      </a>
      {note(name, number)}
    </span>
  ));
}

function NoteButton({ person, onPress }: { person: string; onPress: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="btn g sm"
      aria-label={t('incidents.card.noteOne', { name: named(person) })}
      onClick={onPress}
    >
      {t('incidents.acts.call')}
    </button>
  );
}
