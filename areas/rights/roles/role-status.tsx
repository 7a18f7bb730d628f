import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { Answer, Reference } from '#kit/contract/answers.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { writes } from '#kit/web/catalogue/data.ts';
import { formatNumber, named, useT } from '#kit/web/i18n.ts';
import { useCan } from '#kit/web/rights.ts';
import { toast } from '#kit/web/toast.tsx';
import { Switch } from '#kit/web/ui/parts.tsx';
import { role } from '#areas/identity/identity.contract.ts';
import type { RoleRow } from '../rights.queries.ts';

/** Active or inactive. Whoever signs in with a role is out when it is switched off: that is asked about before. */
export function RoleStatus({ row }: { row: RoleRow }) {
  const t = useT();
  const can = useCan();
  const [pending, setPending] = useState(false);
  const [people, setPeople] = useState<number>();
  const words = t(row.status === 1 ? 'catalogue.active' : 'catalogue.inactive');
  if (!can('role', 'status', row)) return <span className={`st ${row.status === 1 ? 'ok' : 'off'}`}>{words}</span>;
  const flip = async () => {
    setPeople(undefined);
    setPending(true);
    await writes.flip(role, row).then(
      (message) => toast.success(message),
      () => undefined,
    );
    setPending(false);
  };
  const ask = async () => {
    if (row.status === 0) return flip();
    setPending(true);
    try {
      const { data } = await api.get<Answer<Reference[]>>(`/role/${row.id}/usage`);
      const count = data.reduce((sum, one) => sum + one.count, 0);
      if (count === 0) return await flip();
      setPeople(count);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    setPending(false);
  };
  const close = () => setPeople(undefined);
  return (
    <>
      <Switch
        on={row.status === 1}
        label={words}
        name={named(row.title)}
        onToggle={() => void ask()}
        disabled={pending && people === undefined}
      />
      <Modal opened={people !== undefined} onClose={close} title={t('rights.offTitle', { title: named(row.title) })}>
        <div className="col" style={{ gap: 16 }}>
          <p className="t2">{t('rights.offText', { count: people ?? 0, number: formatNumber(people ?? 0) })}</p>
          <div className="row">
            <button type="button" className="btn x" onClick={() => void flip()}>
              {t('catalogue.deactivate')}
            </button>
            <button type="button" className="btn g" data-autofocus onClick={close}>
              {t('action.cancel')}
            </button>
          </div>
        </div>
      </Modal>
    </>
  );
}
