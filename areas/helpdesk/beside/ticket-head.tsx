import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { named, useT } from '#kit/web/i18n.ts';
import { Code } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import type { helpDesk } from '../tickets/ticket.contract.ts';
import { useStatusName } from '../talk/items.tsx';
import { toneOf } from './tone.ts';

/** What the ticket is, in one line: how it stands, its number, its topic, who asked and when. */
export function TicketHead({ row }: Pick<RecordTabProps<typeof helpDesk>, 'row'>) {
  const t = useT();
  const nameOf = useStatusName();
  return (
    <p className="row wrap t2">
      <bdi className={`tag st ${toneOf(row.requestStatus)}`}>{nameOf(row.requestStatus)}</bdi>
      <Code>{row.ticketNo}</Code>
      <bdi>{named(row.category?.label ?? '')}</bdi>
      <bdi>
        {t('talk.openedBy', { name: row.appUser?.label ?? row.org?.label ?? '' })} <Ago at={row.createdAt} />
      </bdi>
    </p>
  );
}
