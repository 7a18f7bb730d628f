import { IconX } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Stay } from '#kit/web/catalogue/form/stay.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { isSignedIn } from '#kit/web/session.ts';
import { focusHeading } from '#kit/web/ui/focus-heading.ts';
import { OpeningDrawer } from '#kit/web/ui/overlays.tsx';
import { type SubjectField, subjectPaths } from '../documents/subjects.contract.ts';
import type { DocumentSet, SetKind } from '../review/review.contract.ts';
import { DropZone } from './drop-zone.tsx';
import { UploadForm } from './upload-form.tsx';
import { type Draft, maxPages, type Step } from './upload-queue.rules.ts';
import { formatsOf, type Uploads, useUploads } from './use-uploads.web.ts';
import styles from './upload.module.css';

interface Props {
  set: DocumentSet;
  /** Code of the type that somebody came for. */
  asked: string | undefined;
  onClose: () => void;
}

/** Uploads documents of one record, one after the other, without leaving it. */
export function UploadDrawer({ set, asked, onClose }: Props) {
  const t = useT();
  const field = (Object.keys(subjectPaths) as SubjectField[]).find((one) => subjectPaths[one] === set.subject.path);
  const uploads = useUploads(field ?? 'vehicleId', set.subject.id);
  const { drafts } = uploads.queue;
  const [leaving, setLeaving] = useState(false);
  useEffect(() => {
    const from = document.activeElement;
    return () => {
      // Once the drawer has given the focus free.
      setTimeout(() => (from instanceof HTMLElement && from.isConnected ? from.focus() : focusHeading()));
    };
  }, []);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => drafts.length > 0 && current.pathname !== next.pathname && isSignedIn(),
    enableBeforeUnload: () => drafts.length > 0,
    withResolver: true,
  });
  const close = () => {
    if (drafts.length > 0) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <OpeningDrawer
        opened
        // A question that this opens must not hear the same Escape, or it would answer itself at once.
        onClose={() => setTimeout(close)}
        position="right"
        size={600}
        padding={0}
        withCloseButton={false}
        closeOnClickOutside={false}
        attributes={{ content: { 'aria-label': t('upload.titleOf', { title: set.subject.label }) } }}
      >
        <div className={styles.drawer}>
          <div className={styles.head}>
            <h2>
              {t('upload.title')} <bdi className="t2">{set.subject.label}</bdi>
            </h2>
            <button type="button" className="btn g ic" aria-label={t('action.close')} onClick={close}>
              <IconX className="i" aria-hidden="true" />
            </button>
          </div>
          <Body set={set} asked={asked} uploads={uploads} onClose={close} />
        </div>
      </OpeningDrawer>
      <Stay
        opened={leaving || blocker.status === 'blocked'}
        onStay={() => {
          setLeaving(false);
          blocker.reset?.();
        }}
        onLeave={() => {
          if (blocker.status === 'blocked') blocker.proceed();
          else onClose();
        }}
      />
    </>
  );
}

function Body({ set, asked, uploads, onClose }: Props & { uploads: Uploads }) {
  const t = useT();
  const { queue, step, send } = uploads;
  const choose = useRef<HTMLButtonElement>(null);
  const end = useRef<HTMLButtonElement>(null);
  const { kinds } = set;
  const kindOf = (code: string): SetKind | undefined => kinds.find(({ type }) => type.code === code);
  const due = kinds.filter((kind) => kind.wanted && !queue.done.includes(kind.type.code));
  const wanted = kindOf(asked ?? '');
  const next = wanted && !queue.done.includes(wanted.type.code) ? wanted : due[0];
  const draft = queue.drafts.find(({ id }) => id === queue.current);
  const kind = draft && kindOf(draft.code);
  const others = queue.drafts.filter(({ id }) => id !== draft?.id);
  const isOver = queue.drafts.length === 0 && queue.done.length > 0;
  const isComplete = isOver && due.length === 0;
  // The last one has gone: what to do next is the next document that is wanted, or to close.
  useEffect(() => {
    if (isOver) (isComplete ? end : choose).current?.focus();
  }, [isOver, isComplete]);
  return (
    <div className={styles.body}>
      <Progress kinds={kinds} queue={queue} wanted={due} />
      {draft && kind ? (
        <UploadForm
          key={draft.id}
          draft={draft}
          kind={kind}
          kinds={kinds}
          hasNext={others.some(({ state }) => state !== 'sending') || due.some((one) => one !== kind)}
          step={step}
          onSend={() => send(draft, kind)}
        />
      ) : null}
      {others.length > 0 ? <Others drafts={others} current={draft} kindOf={kindOf} step={step} /> : null}
      {queue.unfit.length > 0 ? (
        <div className="alert bad" role="alert">
          <ul className={styles.unfit}>
            {queue.unfit.map(({ name, reason }) => (
              <li key={name}>
                <bdi>{t(`upload.unfit.${reason}`, { name })}</bdi>
              </li>
            ))}
          </ul>
          <button type="button" className="btn g sm" onClick={() => step({ do: 'forget' })}>
            {t('upload.dismiss')}
          </button>
        </div>
      ) : null}
      <DropZone
        buttonRef={choose}
        isSmall={draft !== undefined || isComplete}
        title={next && !draft ? t('upload.zoneFor', { name: named(next.type.label) }) : t('upload.zone')}
        hint={
          next && !draft ? t('upload.hintFor', { formats: formatsOf(next), limit: next.maxFileMb }) : t('upload.hint')
        }
        onFiles={(files) => step({ do: 'add', files, kinds, asked: next?.type.code })}
      />
      {isOver ? (
        <button ref={end} type="button" className={`btn ${isComplete ? 'p' : 'd'} ${styles.end}`} onClick={onClose}>
          {t('upload.finish')}
        </button>
      ) : null}
    </div>
  );
}

/** How far it is: said to screen readers whenever it changes. */
function Progress(props: { kinds: readonly SetKind[]; queue: Uploads['queue']; wanted: readonly SetKind[] }) {
  const { kinds, queue, wanted } = props;
  const t = useT();
  const required = kinds.filter(({ mandatory }) => mandatory);
  const last = kinds.find(({ type }) => type.code === queue.done.at(-1));
  const names = wanted.map(({ type }) => named(type.label)).join(', ');
  return (
    <div className={styles.progress}>
      <ol aria-hidden="true">
        {required.map((kind) => (
          <li
            key={kind.type.code}
            className={
              wanted.includes(kind)
                ? queue.drafts.some(({ code }) => code === kind.type.code)
                  ? styles.here
                  : ''
                : styles.there
            }
          />
        ))}
      </ol>
      <p role="status" className="t2 sm">
        <bdi>
          {last ? `${t('upload.stored', { name: named(last.type.label) })} ` : ''}
          {wanted.length > 0 ? t('upload.wanted', { names }) : required.length > 0 ? t('upload.complete') : ''}
        </bdi>
      </p>
    </div>
  );
}

/** What comes next, what is on its way, and what was refused while another was being worked on. */
function Others(props: {
  drafts: readonly Draft[];
  current: Draft | undefined;
  kindOf: (code: string) => SetKind | undefined;
  step: (step: Step) => void;
}) {
  const { drafts, current, kindOf, step } = props;
  const t = useT();
  return (
    <ul className={styles.others} aria-label={t('upload.others')}>
      {drafts.map((draft) => {
        const { id, pages, code, state, message } = draft;
        const name = named(kindOf(code)?.type.label ?? code);
        return (
          <li key={id} aria-busy={state === 'sending'}>
            <span className={styles.other}>
              <bdi className="mid">{name}</bdi>
              <bdi className="t3 sm cut">{pages.map((page) => page.name).join(', ')}</bdi>
            </span>
            {state === 'sending' ? (
              <span className="st info" role="status">
                {t('upload.sending')}
              </span>
            ) : (
              <>
                {state === 'refused' ? (
                  <span className="st bad" role="alert">
                    <bdi>{message}</bdi>
                  </span>
                ) : null}
                {current && pages.length === 1 && current.pages.length < maxPages ? (
                  <button type="button" className="btn g sm" onClick={() => step({ do: 'join', id, to: current.id })}>
                    {t('upload.join')}
                    <span className="sr"> {pages[0]?.name}</span>
                  </button>
                ) : null}
                <button type="button" className="btn d sm" onClick={() => step({ do: 'open', id })}>
                  {t('upload.open')}
                  <span className="sr"> {name}</span>
                </button>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
