import { IconAlertTriangle, IconMapSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ApiError } from '../api.ts';
import { useT } from '../i18n.ts';
import { Empty, PageTitle } from '../ui/parts.tsx';

/** A page that could not be drawn: what happened, the request's number for support, and a way on. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useT();
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  const request = error instanceof ApiError ? error.body.requestId : undefined;
  return (
    <div role="alert">
      <PageTitle title={t('error.page')} />
      <div className="sheet">
        <Empty
          icon={<IconAlertTriangle aria-hidden="true" />}
          title={t('error.wrong')}
          text={error instanceof ApiError ? error.message : t('error.pageText')}
        >
          <button type="button" className="btn p" onClick={retry ?? (() => location.reload())}>
            {retry ? t('action.retry') : t('action.reload')}
          </button>
        </Empty>
        {request ? (
          <p className="t3 xs" style={{ textAlign: 'center', paddingBlockEnd: 20 }}>
            {t('error.request')} <bdi dir="ltr">{request}</bdi>
          </p>
        ) : null}
      </div>
    </div>
  );
}

export function NotFound() {
  const t = useT();
  return (
    <div>
      <PageTitle title={t('error.notFound')} />
      <div className="sheet">
        <Empty
          icon={<IconMapSearch aria-hidden="true" />}
          title={t('error.notFoundTitle')}
          text={t('error.notFoundText')}
        >
          <Link to="/dashboard" className="btn p">
            {t('error.toDashboard')}
          </Link>
        </Empty>
      </div>
    </div>
  );
}
