import { IconMailForward } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useListAddress } from '#kit/web/list/list-address.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useCan } from '#kit/web/rights.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code } from '#kit/web/ui/parts.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { refreshPeople, useInvitations } from '../people.queries.ts';
import { type Invitation, invitationLimits, invitationStatuses } from './invitations.contract.ts';
import { isUnsent, Sending } from './delivery.tsx';
import { Invite } from './invite.dialog.tsx';
import { type Sent, SentLink } from './sent-link.tsx';
import styles from '../people.module.css';

/** Says in the address that all are wanted: left out, it is those who have not answered. */
const anyStatus = 'any';
const statusAsked = (given: string | undefined) => (given === anyStatus ? '' : (given ?? '0'));
const tones = { 0: 'due', 1: 'ok', 2: 'bad', 3: 'off', 4: 'off' } as const;

/** Drivers who were invited: first of all those who have not answered. */
export function Invitations() {
  const t = useT();
  const can = useCan();
  const address = useListAddress(['q', 'status']);
  const status = statusAsked(address.filters.status);
  const found = useInvitations({
    type: 2,
    ...(status === '' ? {} : { status }),
    ...(address.filters.q ? { q: address.filters.q } : {}),
    ...address.rows,
  });
  const [inviting, setInviting] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const count = found.data?.count;
  return (
    <>
      <ListPage
        title={t('invitations.title')}
        sub={t('invitations.sub')}
        actions={
          can('vehicle-invitation', 'create') ? (
            <button type="button" className="btn p" onClick={() => setInviting(true)}>
              {t('invitations.invite')}
            </button>
          ) : null
        }
        above={sent ? <SentLink sent={sent} row={found.data?.data.find(({ id }) => id === sent.id)} /> : null}
        filters={
          <>
            <SearchField label={t('invitations.search')} {...address.field('q')} />
            <SelectField
              label={t('invitations.status')}
              value={status}
              options={invitationStatuses.map(({ value, label }) => ({ value: String(value), label }))}
              onChange={(value) => address.ask({ status: value || anyStatus })}
            />
          </>
        }
        found={found}
        address={address}
        empty={{
          icon: <IconMailForward aria-hidden="true" />,
          title: t(status === '0' && !address.filters.q ? 'invitations.none' : 'catalogue.noMatch'),
          text: t('invitations.noneText'),
        }}
      >
        {(rows) => (
          <>
            <p className="t2 sec" style={{ paddingBlockEnd: 0 }}>
              {count === undefined ? '' : <bdi>{t('invitations.count', { count, shown: formatNumber(count) })}</bdi>}
            </p>
            <ul className={styles['driver-lines']}>
              {rows?.map((row) => (
                <Line key={row.id} row={row} onSent={setSent} />
              ))}
            </ul>
          </>
        )}
      </ListPage>
      {inviting ? (
        <Invite
          onClose={() => setInviting(false)}
          onSent={(made) => {
            setInviting(false);
            setSent(made);
          }}
        />
      ) : null}
    </>
  );
}

function Line({ row, onSent }: { row: Invitation; onSent: (sent: Sent) => void }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const isOpen = row.status === 0 || row.status === 3;
  const resend = async () => {
    const path = `/client/vehicle-invitation/resend/${row.id}`;
    const answer = await rowAction(refreshPeople, () => api.post<Done & { data: Sent }>(path));
    if (answer) onSent(answer.data);
  };
  const withdraw = async () => {
    const isSure = await question({
      title: t('invitations.sure', { name: row.name }),
      text: t('invitations.sureText'),
      yes: t('invitations.withdraw'),
    });
    if (isSure) await rowAction(refreshPeople, () => api.delete<Done>(`/client/vehicle-invitation/${row.id}`));
  };
  const { label } = invitationStatuses.find(({ value }) => value === row.status) as { label: string };
  const left = invitationLimits.resends - row.resendCount;
  return (
    <li>
      <span className={`st ${tones[row.status]}`}>{label}</span>
      <span className={styles.what}>
        <span className="row wrap">
          {row.driverId && can('drivers', 'view') && row.status < 2 ? (
            <Link to={`/drivers/${row.driverId}`} className="mid">
              <bdi>{row.name}</bdi>
            </Link>
          ) : (
            <bdi className="mid">{row.name}</bdi>
          )}
          {row.mobile ? <Code>{row.mobile}</Code> : null}
          {row.transfer ? <span className="tag">{t('invitations.changesOver')}</span> : null}
          {row.vehicleNo ? <Code>{row.vehicleNo}</Code> : null}
        </span>
        {row.status === 0 && row.delivery ? (
          <span className="sm">
            <Sending delivery={row.delivery} bySms={row.email === null} />
            {isUnsent(row.delivery) ? <span className="t2"> {t('invitations.resendForLink')}</span> : null}
          </span>
        ) : null}
        <span className="t2 sm">
          <bdi>
            {t('invitations.by', { name: row.invitedByName })} <Ago at={row.createdAt} />
          </bdi>
          {row.status === 0 ? (
            <>
              {' · '}
              <bdi>
                {t('invitations.ends')} <Ago at={row.expiresAt} />
              </bdi>
            </>
          ) : null}
          {isStaff ? (
            <>
              {' · '}
              <bdi>{row.orgName}</bdi>
            </>
          ) : null}
        </span>
      </span>
      {isOpen ? (
        <span className="acts">
          {can('vehicle-invitation', 'edit') ? (
            <button
              type="button"
              className="btn d sm"
              disabled={left === 0}
              title={left === 0 ? t('invitations.noneLeft') : undefined}
              onClick={() => void resend()}
            >
              {t('invitations.resend')}
              <span className="sr"> {row.name}</span>
            </button>
          ) : null}
          {can('vehicle-invitation', 'delete') ? (
            <button type="button" className="btn d sm" onClick={() => void withdraw()}>
              {t('invitations.withdraw')}
              <span className="sr"> {row.name}</span>
            </button>
          ) : null}
        </span>
      ) : null}
    </li>
  );
}
