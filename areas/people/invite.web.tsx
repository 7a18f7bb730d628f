import { Modal } from '@mantine/core';
import { useId, useState } from 'react';
import { optional, ref } from '#kit/contract/fields.ts';
import { ApiError, api } from '#kit/web/api.ts';
import { RefInput } from '#kit/web/catalogue/ref-input.tsx';
import { useT } from '#kit/web/i18n.ts';
import { useKept } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { settled } from './calls.web.ts';
import { driverStates } from './driver.contract.ts';
import type { Invitation } from './invitation.contract.ts';
import '#kit/web/catalogue/catalogue.css';

const vehicleField = optional(ref('vehicle', { label: 'Vehicle' }));
const orgField = ref('organisation', { label: 'Organisation' });
interface Found {
  found: boolean;
  name: string | null;
  state: string | null;
}

/** Invites a driver: looks first whether they drive already, and offers those of others to change over. */
export function Invite(props: { onSent: (sent: Invitation & { link: string }) => void; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const isStaff = useKept('userData')[0]?.kind === 'staff';
  const [given, setGiven] = useState<Record<string, string>>({});
  const [found, setFound] = useState<Found>();
  const submit = useSubmit();
  const looking = useSubmit();
  const set = (name: string) => (value: string) => {
    setGiven({ ...given, [name]: value });
    submit.clear();
    if (name === 'mobile') setFound(undefined);
  };
  const look = async () => {
    const answer = await looking.run(() =>
      api.post<{ data: Found }>('/client/find-driver', { body: { mobile: given['mobile'] ?? '' }, quiet: true }),
    );
    if (!(answer instanceof ApiError)) setFound(answer.data);
  };
  const send = async (transfer: boolean) => {
    const filled = Object.entries(given).filter(([, value]) => value.trim() !== '');
    const body = { ...Object.fromEntries(filled), type: 2, transfer };
    const answer = await submit.run(() =>
      api.post<{ message: string; data: Invitation & { link: string } }>('/client/vehicle-invitation', {
        body,
        quiet: true,
      }),
    );
    if (answer instanceof ApiError) return;
    toast.success(answer.message);
    await settled();
    props.onSent(answer.data);
  };
  const isElsewhere = submit.fields['transfer'] !== undefined;
  const field = (name: string) => ({ value: given[name] ?? '', error: submit.fields[name], onChange: set(name) });
  const reference = (name: 'vehicleId' | 'orgId', kind: typeof vehicleField | typeof orgField, label: string) => (
    <div className="fld">
      <label htmlFor={`${id}-${name}`}>
        {label} {name === 'vehicleId' ? <span className="opt">{t('form.optional')}</span> : null}
      </label>
      <RefInput
        id={`${id}-${name}`}
        field={kind}
        value={given[name] ?? ''}
        error={submit.fields[name]}
        onChange={(value) => set(name)(String(value ?? ''))}
        onBlur={() => undefined}
        first={false}
        current={null}
        stored={null}
        {...(name === 'vehicleId' && isStaff && given['orgId'] ? { narrow: { orgId: given['orgId'] } } : {})}
      />
      {submit.fields[name] ? <span className="errm">{submit.fields[name]}</span> : null}
    </div>
  );
  return (
    <Modal opened onClose={props.onClose} title={t('invitations.invite')}>
      <form
        className="col"
        style={{ gap: 16 }}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        {submit.failure && !isElsewhere && Object.keys(submit.fields).length === 0 ? (
          <div className="alert bad" role="alert">
            <bdi>{submit.failure}</bdi>
          </div>
        ) : null}
        {isStaff ? reference('orgId', orgField, t('invitations.organisation')) : null}
        <TextField
          label={t('invitations.mobile')}
          inputMode="tel"
          dir="ltr"
          autoComplete="off"
          data-autofocus
          help={t('invitations.mobileHelp')}
          beside={
            <button
              type="button"
              className="btn g sm"
              disabled={looking.busy || !given['mobile']?.trim()}
              onClick={() => void look()}
            >
              {t('invitations.look')}
            </button>
          }
          {...field('mobile')}
          error={submit.fields['mobile'] ?? looking.fields['mobile']}
        />
        <div role="status">
          {found ? (
            <p className="alert info">
              {found.found
                ? t('invitations.found', {
                    name: found.name,
                    state: driverStates.find(({ value }) => value === found.state)?.label ?? found.state,
                  })
                : t('invitations.notFound')}
            </p>
          ) : looking.failure && !looking.fields['mobile'] ? (
            <p className="alert bad">{looking.failure}</p>
          ) : null}
        </div>
        <TextField label={t('invitations.name')} autoComplete="off" maxLength={100} {...field('name')} />
        <TextField
          label={t('invitations.email')}
          optional
          inputMode="email"
          dir="ltr"
          autoComplete="off"
          help={t('invitations.emailHelp')}
          {...field('email')}
        />
        {reference('vehicleId', vehicleField, t('invitations.vehicle'))}
        <TextField label={t('invitations.message')} optional maxLength={300} {...field('message')} />
        {isElsewhere ? (
          <div className="alert due" role="alert">
            <span className="col" style={{ gap: 8 }}>
              {t('invitations.elsewhere')}
              <button
                type="button"
                className="btn d"
                style={{ alignSelf: 'start' }}
                disabled={submit.busy}
                onClick={() => void send(true)}
              >
                {t('invitations.askOver')}
              </button>
            </span>
          </div>
        ) : null}
        <div className="row">
          <button type="submit" className="btn p" disabled={submit.busy}>
            {t('invitations.send')}
          </button>
          <button type="button" className="btn d" onClick={props.onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
