import { RecordBanner } from '#kit/web/catalogue/record/banner.tsx';
import type { RecordTabProps } from '#kit/web/catalogue/record/record-tabs.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import type { challan } from '../challan.contract.ts';
import { challanNow } from './challan-now.web.ts';

/** What is to be done now, by when, and the way to do it; in other words for staff than for the client. */
export function ChallanBanner({ row, actions }: RecordTabProps) {
  const t = useT();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const { tone, answer, lines, acts } = challanNow({
    row: row as RecordTabProps<typeof challan>['row'],
    isStaff,
    t,
  });
  const offered = acts.flatMap((key) => actions.find((action) => action.key === key) ?? []);
  return (
    <RecordBanner
      title={t('challan.now.title')}
      tone={tone}
      answer={answer}
      reasons={lines.map((text, at) => ({
        key: String(at),
        tone: at === 0 && tone !== 'ok' && tone !== 'off' ? tone : 'info',
        text,
      }))}
      noReason={t('challan.now.nothing')}
      next={
        offered.length === 0 ? null : (
          <div className="row wrap">
            {offered.map(({ key, label, run }, at) => (
              <button key={key} type="button" className={at === 0 ? 'btn p' : 'btn d'} onClick={run}>
                {label}
              </button>
            ))}
          </div>
        )
      }
    />
  );
}
