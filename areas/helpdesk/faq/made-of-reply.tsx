import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useT } from '#kit/web/i18n.ts';
import { faqOfReplyQuery, replyIn } from './faq-of-reply.web.ts';

/** Says of a new FAQ that it is made of a reply to one customer, and what to look for before everybody reads it. */
export function MadeOfReply() {
  const replyId = (useSearch({ strict: false }) as Record<string, string>)[`val[${replyIn}]`];
  return replyId === undefined ? null : <Made replyId={replyId} />;
}

function Made({ replyId }: { replyId: string }) {
  const t = useT();
  const { data } = useQuery(faqOfReplyQuery(replyId));
  if (!data) return null;
  return (
    <div className="alert due">
      <div>
        <p>
          {t('faqOfReply.from')}{' '}
          <Link to={`/help-desk/${data.ticketId}`} className="link">
            {data.ticketNo}
          </Link>
        </p>
        <p>{t('faqOfReply.check')}</p>
      </div>
    </div>
  );
}
