import { IconCopy, IconMailForward } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { Pager } from '#kit/web/catalogue/pager.tsx';
import { formatNumber, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { SearchField, SelectField } from '#kit/web/ui/filter-fields.tsx';
import { Code, Empty, PageTitle } from '#kit/web/ui/parts.tsx';
import { Ago } from '#kit/web/ui/when.tsx';
import { settled, useInvitations } from './calls.web.ts';
import { type Invitation, invitationLimits, invitationStatuses } from './invitation.contract.ts';
import { Invite } from './invite.web.tsx';
import '#kit/web/catalogue/catalogue.css';
import '#kit/web/catalogue/filters.css';
import './people.css';

type Asked = Partial<Record<'q' | 'status' | 'page', string | undefined>>;
type Sent = Invitation & { link: string };
const size = 25;
const tones = { 0: 'due', 1: 'ok', 2: 'bad', 3: 'off', 4: 'off' } as const;

/** Drivers who were invited: first of all those who have not answered. */
export function Invitations() {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const page = Math.max(1, Number(asked.page) || 1);
  const status = asked.status ?? '0';
  const go = (change: Asked) =>
    void navigate({ to: '.', search: { ...asked, page: undefined, ...change } as never, replace: true });
  const { data, error, refetch } = useInvitations({
    type: 2,
    ...(status === '' ? {} : { status }),
    ...(asked.q ? { q: asked.q } : {}),
    skip: (page - 1) * size,
    take: size,
  });
  const [inviting, setInviting] = useState(false);
  const [sent, setSent] = useState<Sent>();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  const title = t('invitations.title');
  return (
    <>
      <PageTitle title={title} sub={t('invitations.sub')}>
        {can('vehicle-invitation', 'create') ? (
          <button type="button" className="btn p" onClick={() => setInviting(true)}>
            {t('invitations.invite')}
          </button>
        ) : null}
      </PageTitle>
      {sent ? <SentLink sent={sent} /> : null}
      <div className="record-filters">
        <SearchField
          label={t('invitations.search')}
          value={asked.q ?? ''}
          onChange={(q) => go({ q: q || undefined })}
        />
        <SelectField
          label={t('invitations.status')}
          value={status}
          options={invitationStatuses.map(({ value, label }) => ({ value: String(value), label }))}
          onChange={(value) => go({ status: value })}
        />
      </div>
      <p className="sr" role="status">
        {data ? t('catalogue.showing', { shown: data.data.length, count: data.count, many: title }) : ''}
      </p>
      <section className="sheet" aria-label={title} aria-busy={!data}>
        {data?.count === 0 ? (
          <Empty
            icon={<IconMailForward aria-hidden="true" />}
            title={t(status === '0' && !asked.q ? 'invitations.none' : 'catalogue.noMatch')}
            text={t('invitations.noneText')}
          />
        ) : (
          <>
            <p className="t2 sec" style={{ paddingBlockEnd: 0 }}>
              {data ? t('invitations.count', { count: data.count, shown: formatNumber(data.count) }) : ''}
            </p>
            <ul className="driver-lines">
              {data?.data.map((row) => (
                <Line key={row.id} row={row} onSent={setSent} />
              ))}
            </ul>
          </>
        )}
        {data && data.count > size ? (
          <Pager view={{ page, size }} count={data.count} onPage={(next) => go({ page: String(next) })} />
        ) : null}
      </section>
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

/** The link is shown once, to whoever has just sent it: only its hash is kept. */
function SentLink({ sent }: { sent: Sent }) {
  const t = useT();
  const copy = () =>
    void navigator.clipboard.writeText(sent.link).then(
      () => toast.success(t('invitations.copied')),
      () => toast.error(t('invitations.notCopied')),
    );
  return (
    <section
      className="sheet sec"
      style={{ marginBlockEnd: 16 }}
      aria-label={t('invitations.sentTo', { name: sent.name })}
    >
      <div className="col" style={{ gap: 8 }}>
        <b className="mid">
          <bdi>{t('invitations.sentTo', { name: sent.name })}</bdi>
        </b>
        <p className="t2">{t(sent.email ? 'invitations.sentByMail' : 'invitations.sentBySms')}</p>
        <span className="copy-line">
          <input className="inp mono" dir="ltr" readOnly value={sent.link} aria-label={t('invitations.link')} />
          <button type="button" className="btn d" onClick={copy}>
            <IconCopy className="i s" aria-hidden="true" />
            {t('invitations.copy')}
          </button>
        </span>
      </div>
    </section>
  );
}

function Line({ row, onSent }: { row: Invitation; onSent: (sent: Sent) => void }) {
  const t = useT();
  const can = useCan();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const isOpen = row.status === 0 || row.status === 3;
  const act = async (work: () => Promise<{ message: string; data?: unknown }>) => {
    try {
      const answer = await work();
      toast.success(answer.message);
      return answer;
    } catch (error) {
      // The message is on its way as a toast.
      if (!(error instanceof ApiError)) throw error;
      return undefined;
    } finally {
      await settled();
    }
  };
  const resend = async () => {
    const path = `/client/vehicle-invitation/resend/${row.id}`;
    const answer = await act(() => api.post<{ message: string; data: Sent }>(path));
    if (answer) onSent(answer.data as Sent);
  };
  const withdraw = async () => {
    const isSure = await question({
      title: t('invitations.sure', { name: row.name }),
      text: t('invitations.sureText'),
      yes: t('invitations.withdraw'),
    });
    if (isSure) await act(() => api.delete<{ message: string }>(`/client/vehicle-invitation/${row.id}`));
  };
  const { label } = invitationStatuses.find(({ value }) => value === row.status) as { label: string };
  const left = invitationLimits.resends - row.resendCount;
  return (
    <li>
      <span className={`st ${tones[row.status]}`}>{label}</span>
      <span className="what">
        <span className="row wrap">
          {row.driverId && can('drivers', 'view') && row.status < 2 ? (
            <Link to={`/drivers/${row.driverId}`} className="mid">
              <bdi>{row.name}</bdi>
            </Link>
          ) : (
            <bdi className="mid">{row.name}</bdi>
          )}
          <Code>{row.mobile}</Code>
          {row.transfer ? <span className="tag">{t('invitations.changesOver')}</span> : null}
          {row.vehicleNo ? <Code>{row.vehicleNo}</Code> : null}
        </span>
        <span className="t2 sm">
          <bdi>{t('invitations.by', { name: row.invitedByName })}</bdi> <Ago at={row.createdAt} />
          {row.status === 0 ? (
            <>
              {' · '}
              {t('invitations.ends')} <Ago at={row.expiresAt} />
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
