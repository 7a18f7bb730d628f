import { useRef, useSyncExternalStore } from 'react';
import { type Question, questions } from '../ask.ts';
import { useT } from '../i18n.ts';
import { LateModal } from '../ui/late.tsx';

/** Shows what `ask` asks. Escape means no. */
export function QuestionGate() {
  const t = useT();
  const asked = useSyncExternalStore(questions.listen, questions.current);
  // Its words stay while the dialog goes.
  const last = useRef<Question>(undefined);
  if (asked) last.current = asked.question;
  const { title, text, yes } = asked?.question ?? last.current ?? { title: '', text: '', yes: '' };
  return (
    <LateModal opened={asked !== undefined} onClose={() => asked?.answer(false)} title={<bdi>{title}</bdi>}>
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">
          <bdi>{text}</bdi>
        </p>
        <div className="row">
          <button type="button" className="btn x" onClick={() => asked?.answer(true)}>
            {yes}
          </button>
          <button type="button" className="btn g" data-autofocus onClick={() => asked?.answer(false)}>
            {t('action.cancel')}
          </button>
        </div>
      </div>
    </LateModal>
  );
}
