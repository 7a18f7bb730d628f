import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RefInput } from '#kit/web/catalogue/ref-input.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled, useBindings } from './device-calls.web.ts';
import './tracking.css';

const field = ref('vehicle', { label: 'Vehicle' });

/** Puts the device into a vehicle, from now or from a past moment on; what either had before ends when that is wished. */
export function BindDevice(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { row, onClose } = props;
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const vehicle = (row['vehicle'] as { id: string; label: string } | null | undefined) ?? null;
  const [vehicleId, setVehicleId] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isTaken, setTaken] = useState(false);
  const [swap, setSwap] = useState(false);
  // What is in the vehicle now is only taken out by whoever has seen that.
  const there = useBindings('vehicle', vehicleId).data?.find(
    ({ toAt, device }) => toAt === null && device.id !== row.id,
  );
  const isAsked = isTaken || there !== undefined;
  const swaps = isAsked ? swap : vehicle !== null && to === '';
  const submit = useSubmit();
  const bind = async () => {
    const body = {
      vehicleId,
      ...(from === '' ? {} : { from: new Date(from).toISOString() }),
      ...(from === '' || to === '' ? {} : { to: new Date(to).toISOString() }),
      ...(swaps ? { swap: true } : {}),
    };
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/device/vehicle/${row.id}`, {
        body,
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) {
      // What is in the way is named at the field and above it alike; other refusals are not to be swept aside.
      if (answer.status === 409 && Object.values(answer.fields).includes(answer.message)) setTaken(true);
      return;
    }
    toast.success(answer.message);
    await settled();
    onClose();
  };
  const narrow = isStaff ? { narrow: { orgId: String(row['orgId']) } } : {};
  const title = t(vehicle ? 'devices.moveTitle' : 'devices.bindTitle', { title: row.title });
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        className="col device-form"
        onSubmit={(event) => {
          event.preventDefault();
          void bind();
        }}
      >
        {submit.failure && Object.keys(submit.fields).length === 0 ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        {vehicle && to === '' ? <p className="t2">{t('devices.leaves', { vehicle: vehicle.label })}</p> : null}
        <div className="fld">
          <label htmlFor={`${id}-vehicle`}>{t('devices.vehicle')}</label>
          <RefInput
            id={`${id}-vehicle`}
            field={field}
            value={vehicleId}
            error={submit.fields['vehicleId']}
            onChange={(value) => {
              setVehicleId(String(value));
              setTaken(false);
              setSwap(false);
              submit.clear();
            }}
            onBlur={() => undefined}
            first
            current={null}
            stored={null}
            {...narrow}
          />
          {submit.fields['vehicleId'] ? (
            <span className="errm" id={`${id}-vehicle-error`} role="alert">
              <bdi>{submit.fields['vehicleId']}</bdi>
            </span>
          ) : null}
        </div>
        {there ? <p className="t2">{t('devices.has', { device: there.device.label })}</p> : null}
        {isAsked ? (
          <label className="check">
            <input type="checkbox" className="cbx" checked={swap} onChange={() => setSwap(!swap)} />
            {t('devices.swap')}
          </label>
        ) : null}
        <MomentField id={`${id}-from`} name="from" value={from} error={submit.fields['from']} onChange={setFrom} />
        {from === '' ? null : (
          <MomentField id={`${id}-to`} name="to" value={to} error={submit.fields['to']} onChange={setTo} />
        )}
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy || vehicleId === ''}>
            {t(vehicle ? 'devices.move' : 'devices.bind')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** A moment that is not after now; left empty it is now. */
export function MomentField(props: {
  id: string;
  /** Key of its name among the texts of devices; its help is next to it. */
  name: 'from' | 'to' | 'at';
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}) {
  const { id, name, value, error, onChange } = props;
  const t = useT();
  return (
    <div className="fld">
      <label htmlFor={id}>
        {t(`devices.${name}`)} <span className="opt">{t('form.optional')}</span>
      </label>
      <input
        id={id}
        type="datetime-local"
        className="inp"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-help`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span className={error ? 'errm' : 'help'} id={`${id}-help`}>
        <bdi>{error ?? t(`devices.${name}Help`)}</bdi>
      </span>
    </div>
  );
}
