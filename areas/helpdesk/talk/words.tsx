import { IconChevronUp } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { ApiError } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { Refusal } from '#kit/web/ui/action-dialog.tsx';
import { LateMenu } from '#kit/web/ui/floating/late-floating.tsx';
import { useAction } from '#kit/web/ui/use-action.ts';
import { useFileDrop } from '#kit/web/ui/use-file-drop.ts';
import { unfilledIn } from '../replies/reply-text.rules.ts';
import type { ConversationItem } from '../tickets/conversation.contract.ts';
import { choicesFrom, resolved, type RequestStatus, waiting } from '../tickets/request-status.rules.ts';
import { AttachButton, ChosenFiles, useChosenFiles } from './chosen-files.tsx';
import { hasArrived, readUpTo, saidMeanwhile } from './meanwhile.rules.ts';
import {
  conversationNow,
  refreshTickets,
  sendWords,
  type Side,
  type Ticket,
  ticketNow,
  turnTo,
} from './talk.queries.ts';
import styles from './talk.module.css';
import { Templates } from './templates.tsx';
import { useUnsent } from './unsent.web.ts';

interface Props {
  row: Ticket;
  items: readonly ConversationItem[];
  side: Side;
  isStaff: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** What customers are told of besides turns of the status. */
const isOpen = (kind: ConversationItem['kind']): boolean => kind === 'REPLY' || kind === 'QUESTION';

/** One form of words: what is typed, what goes along, and what others said meanwhile. */
export function Words({ row, items, side, isStaff, field }: Props) {
  const t = useT();
  const id = useId();
  const can = useCan();
  const [user] = useKept('userData');
  const [words, setWords] = useUnsent(row.id, side);
  const chosen = useChosenFiles();
  const [wrong, setWrong] = useState<string>();
  /** What others said of which the writer was told before sending. */
  const [toldOf, setToldOf] = useState(0);
  const { over, listen } = useFileDrop(chosen.add);
  const isNote = side === 'note';
  const done = () => {
    setWords({ text: '', since: '' });
    chosen.clear();
    setToldOf(0);
  };
  const action = useAction(refreshTickets, done);
  const meanwhile = (all: readonly ConversationItem[]) =>
    saidMeanwhile(all, words.since, user?.name ?? '').filter(({ kind }) => isStaff || isOpen(kind));
  const others = meanwhile(items);
  const error = wrong ?? action.fields['text'];
  const type = (text: string) => {
    setWrong(undefined);
    setWords({ text, since: text.trim() === '' ? '' : words.since || readUpTo(items) });
  };
  const send = async (to?: RequestStatus) => {
    const text = words.text.trim();
    if (action.busy) return undefined;
    const unfilled = unfilledIn(text);
    if (text === '' || unfilled.length > 0) {
      const names = unfilled.map((one) => `{{${one}}}`).join(', ');
      setWrong(text === '' ? t('talk.write') : t('talk.unfilled', { names }));
      return field.current?.focus();
    }
    // Whoever answers at the same moment is heard first.
    const said = meanwhile(await conversationNow(row.id).catch(() => items)).length;
    if (said > toldOf) return setToldOf(said);
    const answer = await action.send(async (once) => {
      if (to === undefined) return sendWords(side, row.id, text, chosen.files, once);
      if (chosen.files.length === 0) return turnTo(row, to, text, once);
      // A turn carries words alone: the files go before it, and are said when the turn is refused.
      await sendWords(side, row.id, text, chosen.files, once);
      done();
      return turnTo(await ticketNow(row.id), to, null, once);
    });
    if (!(answer instanceof ApiError)) return undefined;
    // It was changed meanwhile: what it is now is fetched, and the words stay, unless only the answer was lost on its way.
    await refreshTickets();
    if (!isUnanswered(answer) || !hasArrived(items, await conversationNow(row.id).catch(() => items), text))
      return undefined;
    done();
    return action.clear();
  };
  const turns =
    isStaff && !isNote && can('help-desk', 'edit') ? choicesFrom(row.requestStatus as RequestStatus, 'STAFF') : [];
  const who = row.appUser?.label ?? row.org?.label ?? '';
  return (
    <form
      noValidate
      className={`${styles.words} ${over ? styles.over : ''}`}
      aria-busy={action.busy}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      {...listen}
    >
      <label htmlFor={id} className={styles.to}>
        {isNote ? t('talk.noteLabel') : isStaff ? <bdi>{t('talk.replyTo', { name: who })}</bdi> : t('talk.yourReply')}
      </label>
      <Refusal submit={action} fields={['text']} />
      <textarea
        id={id}
        ref={field}
        className="inp"
        rows={4}
        maxLength={5_000}
        value={words.text}
        aria-required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={keysOf(() => void send())}
        onPaste={(event) => {
          const files = [...event.clipboardData.files];
          if (files.length > 0) chosen.add(files);
        }}
      />
      {error ? (
        <span className="errm" id={`${id}-error`} role="alert">
          <bdi>{error}</bdi>
        </span>
      ) : null}
      <ChosenFiles chosen={chosen} />
      {others.length > 0 ? <Meanwhile others={others} /> : null}
      <div className={styles.foot}>
        <AttachButton chosen={chosen} label={t('talk.attachShort')} />
        {isStaff && !isNote ? (
          <Templates
            row={row}
            onInsert={(text) => {
              const at = field.current?.selectionStart ?? words.text.length;
              type(words.text.slice(0, at) + text + words.text.slice(field.current?.selectionEnd ?? at));
              field.current?.focus();
            }}
          />
        ) : null}
        <span className="grow" />
        <SendButton
          label={toldOf > 0 ? t('talk.sendAnyway') : t(isNote ? 'talk.saveNote' : 'talk.send')}
          isNote={isNote}
          isBusy={action.busy}
          turns={turns}
          onTurn={(to) => void send(to)}
        />
      </div>
    </form>
  );
}

const isUnanswered = ({ status }: ApiError) => status === 0 || status >= 500;

/** Ctrl+Enter sends; Escape leaves the field, for the keys of the page. */
const keysOf = (send: () => void) => (event: KeyboardEvent<HTMLTextAreaElement>) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault();
    send();
  } else if (event.key === 'Escape') event.currentTarget.blur();
};

/** What a reply turns the ticket to, in the order of the menu. */
const turnTexts = [
  [waiting, 'talk.replyAndWait'],
  [resolved, 'talk.replyAndResolve'],
] as const;

interface Sending {
  isBusy: boolean;
  turns: readonly RequestStatus[];
  onTurn: (to: RequestStatus) => void;
}

/** Sends the words, or sends them and turns the ticket in one go. */
function SendButton({ label, isNote, ...turning }: Sending & { label: string; isNote: boolean }) {
  return (
    <span className={styles.send}>
      <button type="submit" className={isNote ? `btn d ${styles.save}` : 'btn p'} disabled={turning.isBusy}>
        {label}
        <span className="kbd" aria-hidden="true">
          Ctrl ↵
        </span>
      </button>
      <Turning {...turning} />
    </span>
  );
}

/** A menu beside the button that sends. */
function Turning({ turns, isBusy, onTurn }: Sending) {
  const t = useT();
  const offered = turnTexts.filter(([to]) => turns.includes(to));
  if (offered.length === 0) return null;
  return (
    <LateMenu
      position="top-end"
      width={230}
      trigger={
        <button type="button" className="btn p ic" aria-label={t('talk.moreSends')} disabled={isBusy}>
          <IconChevronUp className="i s" aria-hidden="true" />
        </button>
      }
    >
      {(Menu) =>
        offered.map(([to, label]) => (
          <Menu.Item key={to} onClick={() => onTurn(to)}>
            {t(label)}
          </Menu.Item>
        ))
      }
    </LateMenu>
  );
}

/** Others wrote or turned the ticket while this was typed. */
function Meanwhile({ others }: { others: readonly ConversationItem[] }) {
  const t = useT();
  const last = others.at(-1);
  return (
    <div className="alert due" role="status">
      <div>
        <p className="mid">
          <bdi>{t('talk.meanwhile', { name: last?.author ?? '' })}</bdi>
        </p>
        {last?.text ? (
          <p className="cut">
            <bdi>{last.text}</bdi>
          </p>
        ) : null}
      </div>
    </div>
  );
}
