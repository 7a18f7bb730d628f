import { useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { driverStates } from '../drivers/driver.contract.ts';

interface Found {
  found: boolean;
  name: string | null;
  state: string | null;
}

/** The mobile number of a driver, with a button that looks whether somebody drives under it already. */
export function DriverLookup(props: {
  value: string;
  /** What the server said of the number when the form was sent. */
  error: string | undefined;
  onChange: (mobile: string) => void;
}) {
  const t = useT();
  const [found, setFound] = useState<Found>();
  const submit = useSubmit();
  const look = async () => {
    const answer = await submit.run(() =>
      api.post<{ data: Found }>('/client/find-driver', { body: { mobile: props.value }, quiet: true }),
    );
    if (!(answer instanceof ApiError)) setFound(answer.data);
  };
  return (
    <>
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
            disabled={submit.busy || !props.value.trim()}
            onClick={() => void look()}
          >
            {t('invitations.look')}
          </button>
        }
        value={props.value}
        error={props.error ?? submit.fields['mobile']}
        onChange={(mobile) => {
          setFound(undefined);
          props.onChange(mobile);
        }}
      />
      <div role="status">
        {found ? (
          <p className="alert info">
            {found.found
              ? t('invitations.found', {
                  name: found.name ?? '',
                  state: driverStates.find(({ value }) => value === found.state)?.label ?? found.state ?? '',
                })
              : t('invitations.notFound')}
          </p>
        ) : submit.failure && !submit.fields['mobile'] ? (
          <p className="alert bad">{submit.failure}</p>
        ) : null}
      </div>
    </>
  );
}
