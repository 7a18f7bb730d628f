import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyRow } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RefInput } from '#kit/web/catalogue/ref-input.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled, useVerdict } from './calls.web.ts';
import { VerdictChip, VerdictLines } from './verdict-lines.web.tsx';
import './vehicles.css';

const field = ref('drivers', { label: 'Driver' });

/** Gives the vehicle to a driver: before it is done it says whether they may drive it, and why not. */
export function GiveDriver({ row, onClose }: { row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [driverId, setDriverId] = useState('');
  const [from, setFrom] = useState('');
  const submit = useSubmit();
  const verdict = useVerdict(row.id, driverId, driverId !== '');
  const give = async () => {
    const body = { driverId, ...(from === '' ? {} : { from: new Date(from).toISOString() }) };
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/vehicle/driver/${row.id}`, {
        body,
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const narrow = isStaff ? { narrow: { orgId: String(row['orgId']) } } : {};
  return (
    <Modal opened onClose={onClose} title={t('vehicles.giveTitle', { title: row.title })}>
      <form
        className="col gap"
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
      >
        {submit.failure ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <div className="fld">
          <label htmlFor={`${id}-driver`}>{t('vehicles.driver')}</label>
          <RefInput
            id={`${id}-driver`}
            field={field}
            value={driverId}
            error={undefined}
            onChange={(value) => {
              setDriverId(String(value));
              submit.clear();
            }}
            onBlur={() => undefined}
            first
            current={null}
            stored={null}
            {...narrow}
          />
        </div>
        <div role="status">
          {verdict.data && driverId ? (
            <div className="col" style={{ gap: 6 }}>
              <VerdictChip colour={verdict.data.colour} />
              <VerdictLines lines={verdict.data.lines} vehicleId={row.id} driverId={driverId} />
            </div>
          ) : null}
        </div>
        <div className="fld">
          <label htmlFor={`${id}-from`}>
            {t('vehicles.from')} <span className="opt">{t('form.optional')}</span>
          </label>
          <input
            id={`${id}-from`}
            type="datetime-local"
            className="inp"
            value={from}
            aria-describedby={`${id}-help`}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <span className="help" id={`${id}-help`}>
            {t('vehicles.fromHelp')}
          </span>
        </div>
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy || driverId === ''}>
            {t('vehicles.give')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
