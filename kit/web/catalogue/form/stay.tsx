import { Modal } from '@mantine/core';
import { useT } from '../../i18n.ts';

/** Asks before typed work is left behind. Escape means stay. */
export function Stay({ opened, onStay, onLeave }: { opened: boolean; onStay: () => void; onLeave: () => void }) {
  const t = useT();
  return (
    <Modal opened={opened} onClose={onStay} title={t('form.leaveTitle')} withCloseButton={false} zIndex={400}>
      <div className="col" style={{ gap: 16 }}>
        <p className="t2">{t('form.leaveText')}</p>
        <div className="row">
          <button type="button" className="btn p" data-autofocus onClick={onStay}>
            {t('form.stay')}
          </button>
          <button type="button" className="btn x" onClick={onLeave}>
            {t('form.leave')}
          </button>
        </div>
      </div>
    </Modal>
  );
}
