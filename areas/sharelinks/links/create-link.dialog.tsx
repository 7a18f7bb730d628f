import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { CopyLine } from '#kit/web/ui/copy/copy-line.tsx';
import { MomentField } from '#kit/web/ui/date/moment-field.tsx';
import { momentOf } from '#kit/web/ui/date/moment-text.ts';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { When } from '#kit/web/ui/when.tsx';
import { linkLimits, type MadeLink } from '../link-answers.contract.ts';
import { refreshLinks } from '../sharelinks.queries.ts';

const durations = ['30', '120', '480', '1440', '10080', 'until'] as const;
type Duration = (typeof durations)[number];
const shown = ['minutes', 'until', 'pin', 'label'];

/** What is shared. */
export interface Subject {
  kind: 'vehicle' | 'trip';
  id: string;
  /** The plate. */
  title: string;
}

/** Makes a share link, and shows its address the one time that it can be shown. */
export function CreateLink({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<MadeLink>();
  const { title } = subject;
  if (made)
    return (
      <ActionDialog title={t('shareLink.made', { title })} onClose={onClose}>
        <Made made={made} onClose={onClose} />
      </ActionDialog>
    );
  return (
    <ActionDialog
      title={t(subject.kind === 'trip' ? 'shareLink.tripTitle' : 'shareLink.vehicleTitle', { title })}
      onClose={onClose}
    >
      <Form subject={subject} onMade={setMade} onClose={onClose} />
    </ActionDialog>
  );
}

function Form({
  subject,
  onMade,
  onClose,
}: {
  subject: Subject;
  onMade: (made: MadeLink) => void;
  onClose: () => void;
}) {
  const t = useT();
  const lasts = useId();
  const [duration, setDuration] = useState<Duration>('120');
  const [until, setUntil] = useState('');
  const [label, setLabel] = useState('');
  const [pin, setPin] = useState('');
  const [maskPlate, setMaskPlate] = useState(false);
  const [showSpeed, setShowSpeed] = useState(false);
  const submit = useSubmit();
  const send = async () => {
    const answer = await submit.run(() =>
      api.post<{ data: MadeLink }>('/share-link', {
        quiet: true,
        body: {
          [subject.kind === 'trip' ? 'tripId' : 'vehicleId']: subject.id,
          ...(duration === 'until' ? { until: momentOf(until) } : { minutes: Number(duration) }),
          ...(label.trim() ? { label: label.trim() } : {}),
          ...(pin ? { pin } : {}),
          maskPlate,
          showSpeed,
        },
      }),
    );
    if (answer instanceof ApiError) return;
    onMade(answer.data);
    await refreshLinks();
  };
  const check = (label: string, value: boolean, onChange: (is: boolean) => void) => (
    <label className="check">
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
  return (
    <ActionForm isOwnCheck onSubmit={() => void send()}>
      <p className="t2">
        <bdi>{t(subject.kind === 'trip' ? 'shareLink.tripText' : 'shareLink.vehicleText')}</bdi>
      </p>
      <Refusal submit={submit} fields={shown} />
      <div className="fld">
        <label htmlFor={lasts}>{t('shareLink.lasts')}</label>
        <select
          id={lasts}
          className="inp"
          data-autofocus
          value={duration}
          aria-invalid={submit.fields['minutes'] ? true : undefined}
          onChange={(event) => {
            setDuration(event.currentTarget.value as Duration);
            submit.clear();
          }}
        >
          {durations.map((one) => (
            <option key={one} value={one}>
              {t(`shareLink.durations.${one}`)}
            </option>
          ))}
        </select>
        {submit.fields['minutes'] ? <span className="errm">{submit.fields['minutes']}</span> : null}
      </div>
      {duration === 'until' ? (
        <MomentField
          label={t('shareLink.until')}
          help={t('shareLink.untilHelp')}
          value={until}
          error={submit.fields['until']}
          onChange={(value) => {
            setUntil(value);
            submit.clear();
          }}
        />
      ) : null}
      <TextField
        label={t('shareLink.label')}
        help={t('shareLink.labelHelp')}
        optional
        autoComplete="off"
        maxLength={linkLimits.label}
        value={label}
        error={submit.fields['label']}
        onChange={setLabel}
      />
      <TextField
        label={t('shareLink.pinField')}
        help={t('shareLink.pinHelp')}
        optional
        dir="ltr"
        inputMode="numeric"
        autoComplete="off"
        maxLength={linkLimits.pin.most}
        value={pin}
        error={submit.fields['pin']}
        onChange={(value) => {
          setPin(value.replaceAll(/\D/g, ''));
          submit.clear();
        }}
      />
      <div className="col">
        {check(t('shareLink.maskPlate'), maskPlate, setMaskPlate)}
        {check(t('shareLink.showSpeed'), showSpeed, setShowSpeed)}
      </div>
      <ActionButtons
        label={t('shareLink.create')}
        submit={submit}
        isOff={duration === 'until' && until === ''}
        onCancel={onClose}
      />
    </ActionForm>
  );
}

function Made({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const t = useT();
  // Where the device has a way of its own to send things; closing it without sending is no fault.
  const mayShare = typeof navigator.share === 'function';
  const share = () => void navigator.share({ url: made.link }).catch(() => undefined);
  return (
    <div className="col gap-16">
      <p className="t2" role="status">
        <bdi>
          {t('shareLink.madeText')} {made.hasPin ? t('shareLink.madePin') : ''}
        </bdi>
      </p>
      <CopyLine
        label={t('shareLink.address')}
        value={made.link}
        copied={t('shareLink.copied')}
        notCopied={t('shareLink.notCopied')}
      />
      <p className="t2 sm">
        {t('shareLink.expires')} <When at={made.expiresAt} />
      </p>
      <div className="row wrap">
        {mayShare ? (
          <button type="button" className="btn d" onClick={share}>
            <IconSend className="i s flip" aria-hidden="true" />
            {t('shareLink.send')}
          </button>
        ) : null}
        <button type="button" className="btn d" onClick={onClose}>
          {t('shareLink.done')}
        </button>
        <Link to="/share-link" className="btn g" onClick={onClose}>
          {t('shareLink.manage')}
        </Link>
      </div>
    </div>
  );
}
