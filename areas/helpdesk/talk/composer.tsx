import { IconLock, IconMail } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useShortcuts } from '#kit/web/use-shortcuts.ts';
import type { ConversationItem } from '../tickets/conversation.contract.ts';
import type { Side, Ticket } from './talk.queries.ts';
import styles from './talk.module.css';
import { Words } from './words.tsx';

/**
 * Where one writes: to the customer, or for the desk alone. These are two forms with their own words and files, of which one is shown, so
 * that what is meant for the one side is never sent to the other.
 */
export function Composer({
  row,
  items,
  isStaff,
}: {
  row: Ticket;
  items: readonly ConversationItem[];
  isStaff: boolean;
}) {
  const t = useT();
  const can = useCan();
  const mayReply = can('ticket-reply', 'create');
  const mayNote = isStaff && can('ticket-note', 'create');
  const [side, setSide] = useState<Side>(mayReply ? 'reply' : 'note');
  const fields = { reply: useRef<HTMLTextAreaElement>(null), note: useRef<HTMLTextAreaElement>(null) };
  const go = (to: Side) => {
    setSide(to);
    // Once it is shown.
    setTimeout(() => fields[to].current?.focus());
  };
  useShortcuts({
    ...(mayReply ? { r: () => go('reply') } : {}),
    ...(mayNote ? { n: () => go('note') } : {}),
  });
  if (!mayReply && !mayNote) return null;
  const options: readonly { value: Side; label: string; Icon: typeof IconMail }[] = [
    { value: 'reply', label: t('talk.toCustomer'), Icon: IconMail },
    { value: 'note', label: t('talk.note'), Icon: IconLock },
  ];
  return (
    <section
      className={`sheet ${styles.composer} ${side === 'note' ? styles.noting : ''}`}
      aria-label={t('talk.answer')}
    >
      {mayReply && mayNote ? (
        <fieldset className={styles.sides}>
          <legend className="sr">{t('talk.side')}</legend>
          <div className="seg">
            {options.map(({ value, label, Icon }) => (
              <label key={value}>
                <input
                  type="radio"
                  name={`side-${row.id}`}
                  value={value}
                  checked={side === value}
                  onChange={() => setSide(value)}
                />
                <span>
                  <Icon className="i s" aria-hidden="true" />
                  {label}
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {mayReply ? (
        <div hidden={side !== 'reply'}>
          <Words row={row} items={items} side="reply" isStaff={isStaff} field={fields.reply} />
        </div>
      ) : null}
      {mayNote ? (
        <div hidden={side !== 'note'}>
          <Words row={row} items={items} side="note" isStaff field={fields.note} />
        </div>
      ) : null}
    </section>
  );
}
