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
import { settled } from './calls.web.ts';
import { TransferField } from './transfer-field.web.tsx';
import './vehicles.css';

const organisation = ref('organisation', { label: 'New owner' });

/** Offers a vehicle to its new owner: clients by the number that person signs in with, staff by the organisation. */
export function OfferVehicle(props: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const { row, onClose } = props;
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [given, setGiven] = useState<Record<string, string>>({});
  const submit = useSubmit();
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    submit.clear();
  };
  const offer = async () => {
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''));
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/vehicle/transfer/${row.id}`, {
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
  const field = { given, errors: submit.fields, set, id };
  return (
    <Modal opened onClose={onClose} title={t('transfers.offerTitle', { title: row.title })}>
      <form
        className="col gap"
        onSubmit={(event) => {
          event.preventDefault();
          void offer();
        }}
      >
        <p className="t2">{t('transfers.offerText')}</p>
        {submit.failure && Object.keys(submit.fields).length === 0 ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        {isStaff ? (
          <div className="fld">
            <label htmlFor={`${id}-org`}>{t('transfers.newOwner')}</label>
            <RefInput
              id={`${id}-org`}
              field={organisation}
              value={given['toOrgId'] ?? ''}
              error={submit.fields['toOrgId'] ?? submit.fields['toMobile']}
              onChange={(value) => set('toOrgId')(String(value))}
              onBlur={() => undefined}
              first
              current={null}
              stored={null}
            />
          </div>
        ) : (
          <TransferField
            {...field}
            name="toMobile"
            label={t('transfers.mobile')}
            help={t('transfers.mobileHelp')}
            first
          />
        )}
        <TransferField {...field} name="reason" label={t('vehicles.reason')} />
        <TransferField {...field} name="on" label={t('transfers.on')} type="date" optional />
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy}>
            {t('transfers.offer')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
