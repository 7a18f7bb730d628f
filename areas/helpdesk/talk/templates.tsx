import { IconMessage2 } from '@tabler/icons-react';
import { useAllRows } from '#kit/web/catalogue/data.ts';
import { useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { LateMenu } from '#kit/web/ui/floating/late-floating.tsx';
import { cannedReply } from '../replies/canned-reply.contract.ts';
import { fillReply } from '../replies/reply-text.rules.ts';
import type { Ticket } from './talk.queries.ts';

interface Props {
  row: Ticket;
  onInsert: (text: string) => void;
}

/** Answers that are sent often, those of the ticket's category first; what is known of the ticket is filled in. */
export function Templates(props: Props) {
  return useCan()('canned-reply', 'view') ? <Menu {...props} /> : null;
}

function Menu({ row, onInsert }: Props) {
  const t = useT();
  const agent = useKept('userData')[0]?.name ?? null;
  const { data = [] } = useAllRows(cannedReply, { status: '1' });
  const isOwn = (one: (typeof data)[number]) => one.categoryId === row.categoryId;
  const offered = [
    ...data.filter(isOwn),
    ...data.filter(({ categoryId }) => (categoryId ?? null) === null),
    ...data.filter((one) => !isOwn(one) && (one.categoryId ?? null) !== null),
  ];
  if (offered.length === 0) return null;
  const facts = {
    customer: row.appUser?.label ?? null,
    ticket: row.ticketNo,
    plate: row.vehicle?.label ?? null,
    agent,
  };
  return (
    <LateMenu
      position="top-start"
      width={300}
      trigger={
        <button type="button" className="btn g sm">
          <IconMessage2 className="i s" aria-hidden="true" />
          {t('talk.templates')}
        </button>
      }
    >
      {(Floating) => (
        <>
          {offered.map((one) => (
            <Floating.Item key={one.id} onClick={() => onInsert(fillReply(one.text, facts).text)}>
              <bdi>{one.name}</bdi>
            </Floating.Item>
          ))}
        </>
      )}
    </LateMenu>
  );
}
