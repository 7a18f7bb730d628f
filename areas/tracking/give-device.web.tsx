import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnyCatalogue, AnyRow } from '#kit/contract/catalogue.ts';
import { ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RefInput } from '#kit/web/catalogue/ref-input.tsx';
import { useT } from '#kit/web/i18n.ts';
import { toast } from '#kit/web/toast.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './device-calls.web.ts';
import './tracking.css';

const field = ref('organisation', { label: 'New owner' });

/** Gives the device to another organisation. What it sent so far stays with the one before. */
export function GiveDevice({ row, onClose }: { definition: AnyCatalogue; row: AnyRow; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const [orgId, setOrgId] = useState('');
  const submit = useSubmit();
  const give = async () => {
    const answer = await submit.run(() =>
      api.post<{ message: string }>(`/device/owner/${row.id}`, {
        body: { orgId },
        quiet: true,
        idempotencyKey: crypto.randomUUID(),
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('devices.giveTitle', { title: row.title })}>
      <form
        className="col device-form"
        onSubmit={(event) => {
          event.preventDefault();
          void give();
        }}
      >
        {submit.failure && !submit.fields['orgId'] ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        <p className="t2">{t('devices.giveText')}</p>
        <div className="fld">
          <label htmlFor={`${id}-org`}>{t('devices.newOwner')}</label>
          <RefInput
            id={`${id}-org`}
            field={field}
            value={orgId}
            error={submit.fields['orgId']}
            onChange={(value) => {
              setOrgId(String(value));
              submit.clear();
            }}
            onBlur={() => undefined}
            first
            current={null}
            stored={null}
          />
          {submit.fields['orgId'] ? (
            <span className="errm" id={`${id}-org-error`} role="alert">
              <bdi>{submit.fields['orgId']}</bdi>
            </span>
          ) : null}
        </div>
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy || orgId === ''}>
            {t('devices.give')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
