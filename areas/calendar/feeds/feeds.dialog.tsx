import { useId, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { ask as question } from '#kit/web/ask.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { ActionButtons, ActionDialog, ActionForm, Refusal } from '#kit/web/ui/action-dialog.tsx';
import { CopyLine } from '#kit/web/ui/copy/copy-line.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { type Done, rowAction } from '#kit/web/ui/use-action.ts';
import { Ago } from '#kit/web/ui/when.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { type CalendarFeed, calendarLimits, type DayCounts, type MadeFeed } from '../calendar-answers.contract.ts';
import { refreshFeeds, useFeeds } from '../calendar.queries.ts';
import styles from './feeds.module.css';

type Kinds = DayCounts['kinds'];

/** One's own calendar links: those that there are, and a new one, shown the one time that it can be shown. */
export function CalendarLinks({ kinds, onClose }: { kinds: Kinds; onClose: () => void }) {
  const t = useT();
  const [made, setMade] = useState<MadeFeed>();
  const [isMaking, setIsMaking] = useState(false);
  const feeds = useFeeds();
  if (made)
    return (
      <ActionDialog title={t('calendarLink.made', { name: made.name })} onClose={onClose}>
        <div className="col gap-16">
          <p className="t2" role="status">
            {t('calendarLink.madeText')}
          </p>
          <CopyLine
            label={t('calendarLink.link')}
            value={made.link}
            copied={t('calendarLink.copied')}
            notCopied={t('calendarLink.notCopied')}
          />
          <p className="t2 sm">{t('calendarLink.howTo')}</p>
          <div className="row wrap">
            <button type="button" className="btn d" onClick={onClose}>
              {t('calendarLink.done')}
            </button>
          </div>
        </div>
      </ActionDialog>
    );
  if (isMaking)
    return (
      <ActionDialog title={t('calendarLink.create')} onClose={onClose}>
        <Form kinds={kinds} onMade={setMade} onCancel={() => setIsMaking(false)} />
      </ActionDialog>
    );
  return (
    <ActionDialog title={t('calendarLink.title')} onClose={onClose}>
      <div className="col gap-16">
        <p className="t2">{t('calendarLink.about')}</p>
        {feeds.data && feeds.data.length === 0 ? <p className="t2">{t('calendarLink.none')}</p> : null}
        <ul className={styles.links} aria-busy={!feeds.data}>
          {feeds.data?.map((feed) => (
            <Line key={feed.id} feed={feed} kinds={kinds} />
          ))}
        </ul>
        <div className="row wrap">
          <button type="button" className="btn p" data-autofocus onClick={() => setIsMaking(true)}>
            {t('calendarLink.create')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.close')}
          </button>
        </div>
      </div>
    </ActionDialog>
  );
}

function Line({ feed, kinds }: { feed: CalendarFeed; kinds: Kinds }) {
  const t = useT();
  const { id, name, hint, lastUsedAt } = feed;
  const named = feed.kinds?.map((key) => said(kinds.find((one) => one.key === key)?.name ?? key));
  const withdraw = async () => {
    const isSure = await question({
      title: t('calendarLink.withdrawSure', { name }),
      text: t('calendarLink.withdrawText'),
      yes: t('calendarLink.withdraw'),
    });
    if (isSure) await rowAction(refreshFeeds, () => api.delete<Done>(`/calendar/feed/${id}`));
  };
  return (
    <li data-feed={id}>
      <span className={styles.what}>
        <bdi className="mid">{name}</bdi>
        <span className="t2 sm">
          <bdi>{named ? named.join(', ') : t('calendarLink.all')}</bdi> ·{' '}
          <bdi>{t('calendarLink.endsWith', { hint })}</bdi>
        </span>
        <span className="t2 sm">
          {lastUsedAt ? (
            <>
              {t('calendarLink.lastUsed')} <Ago at={lastUsedAt} />
            </>
          ) : (
            t('calendarLink.never')
          )}
        </span>
      </span>
      <button type="button" className="btn d sm" onClick={() => void withdraw()}>
        {t('calendarLink.withdraw')}
        <span className="sr"> {name}</span>
      </button>
    </li>
  );
}

function Form(props: { kinds: Kinds; onMade: (made: MadeFeed) => void; onCancel: () => void }) {
  const t = useT();
  const id = useId();
  const { kinds, onMade, onCancel } = props;
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>(kinds.map(({ key }) => key));
  const submit = useSubmit();
  const send = async () => {
    const body = { name, kinds: chosen.length === kinds.length ? null : chosen };
    const answer = await submit.run(() => api.post<{ data: MadeFeed }>('/calendar/feed', { quiet: true, body }));
    if (answer instanceof ApiError) return;
    onMade(answer.data);
    await refreshFeeds();
  };
  return (
    <ActionForm isOwnCheck isBusy={submit.busy} onSubmit={() => void send()}>
      <Refusal submit={submit} fields={['name', 'kinds']} />
      <TextField
        label={t('calendarLink.name')}
        help={t('calendarLink.nameHelp')}
        autoComplete="off"
        data-autofocus
        maxLength={calendarLimits.feedName}
        value={name}
        error={submit.fields['name']}
        onChange={setName}
      />
      <fieldset className="fld" aria-describedby={submit.fields['kinds'] ? `${id}-error` : undefined}>
        <legend>{t('calendarLink.kinds')}</legend>
        <div className={styles.kinds}>
          {kinds.map(({ key, name: called }) => (
            <label key={key} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(key)}
                onChange={(event) => {
                  const isOn = event.currentTarget.checked;
                  setChosen(kinds.map((one) => one.key).filter((one) => (one === key ? isOn : chosen.includes(one))));
                  submit.clear();
                }}
              />
              <bdi>{said(called)}</bdi>
            </label>
          ))}
        </div>
        {submit.fields['kinds'] ? (
          <span className="errm" id={`${id}-error`}>
            <bdi>{submit.fields['kinds']}</bdi>
          </span>
        ) : null}
      </fieldset>
      <ActionButtons label={t('calendarLink.create')} submit={submit} onCancel={onCancel} />
    </ActionForm>
  );
}
