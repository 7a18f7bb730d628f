import { type FormEvent, useState } from 'react';
import { ApiError, api } from '#kit/web/api.ts';
import { said, useT } from '#kit/web/i18n.ts';
import { FieldsChanged } from '#kit/web/live/changed-notice.tsx';
import { mergeBody } from '#kit/web/live/merge-body.ts';
import { Clash, sendMerged } from '#kit/web/live/send-merged.ts';
import { invalidate } from '#kit/web/queries.ts';
import { Failure } from '#kit/web/shell/failure.tsx';
import { LanguageChoice } from '#kit/web/texts/language-choice.tsx';
import { store } from '#kit/web/storage/store.ts';
import { toast } from '#kit/web/toast.tsx';
import { TextField } from '#kit/web/ui/text-field.tsx';
import { When } from '#kit/web/ui/when.tsx';
import { useSubmit } from '#kit/web/use-submit.ts';
import { Loading } from '#kit/web/ui/loading-sheet.tsx';
import { Failed, SubmitButton } from '../sign-in/sign-in-form.tsx';
import { profileAuthors, useProfile } from '../sessions/sessions.queries.ts';
import type { Profile } from '../sessions/sessions.contract.ts';
import profileStyles from './profile.module.css';
import formStyles from '../sign-in/sign-in-form.module.css';

/** Name and number, which are one's own to change, and what others decide. */
export function ProfileFacts() {
  const t = useT();
  const { data, error, refetch } = useProfile();
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <div className="sheet">
      <section className="sec split" aria-labelledby="profile-mine">
        <h2 className="h2" id="profile-mine">
          {t('profile.mine')}
        </h2>
        <div className={profileStyles.own}>
          <ProfileForm profile={data} reread={async () => (await refetch()).data ?? data} />
        </div>
      </section>
      <section className="sec split" aria-labelledby="profile-language">
        <div className="about">
          <h2 className="h2" id="profile-language">
            {t('layout.language')}
          </h2>
          <p className="t2">{t('profile.languageText')}</p>
        </div>
        <LanguageChoice />
      </section>
      <section className="sec split" aria-labelledby="profile-others">
        <div className="about">
          <h2 className="h2" id="profile-others">
            {t('profile.others')}
          </h2>
          <p className="t2">{t('profile.othersText')}</p>
        </div>
        <dl className="facts">
          <dt>{t('profile.email')}</dt>
          <dd>
            <bdi dir="ltr">{data.email}</bdi>
          </dd>
          <dt>{t('profile.role')}</dt>
          <dd>{said(data.roleName)}</dd>
          {data.orgName ? (
            <>
              <dt>{t(store.get('userData')?.kind === 'client' ? 'profile.company' : 'profile.organisation')}</dt>
              <dd>{data.orgName}</dd>
            </>
          ) : null}
          <dt>{t('profile.lastLogin')}</dt>
          <dd>{data.lastLoginAt ? <When at={data.lastLoginAt} /> : t('profile.never')}</dd>
        </dl>
      </section>
    </div>
  );
}

type Own = Pick<Profile, 'name' | 'mobile'>;
const ownOf = ({ name, mobile }: Own): Own => ({ name, mobile });
const plainMobile = (typed: string) => typed.replace(/[\s-]/g, '').replace(/^(\+91|0)(?=\d{10}$)/, '') || null;

/** @param reread asks for the version that is stored now. */
function ProfileForm({ profile, reread }: { profile: Profile; reread: () => Promise<Profile> }) {
  const t = useT();
  const submit = useSubmit();
  const [base, setBase] = useState(profile);
  const [name, setName] = useState(profile.name);
  const [mobile, setMobile] = useState(profile.mobile ?? '');
  const mine: Own = { name, mobile: plainMobile(mobile) };
  const show = (next: Profile, values: Own) => {
    setBase(next);
    setName(values.name);
    if (values.mobile !== plainMobile(mobile)) setMobile(values.mobile ?? '');
  };
  const labels = { name: t('profile.name'), mobile: t('profile.mobile') };
  const newer = profile.version > base.version && !submit.busy ? profile : undefined;
  const merged = newer && mergeBody(ownOf(base), ownOf(newer), mine);
  // Saved elsewhere, and nothing of it typed over here: it is shown at once.
  if (newer && merged?.clashes.length === 0) show(newer, merged.body);
  const changed = name !== base.name || plainMobile(mobile) !== base.mobile;
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await submit.run(() =>
      sendMerged({
        base,
        body: mine,
        bodyOf: ownOf,
        read: reread,
        send: (body, ifMatch) =>
          api.put<{ message: string; data: Profile }>('/session/profile', { body, ifMatch, quiet: true }),
        authors: profileAuthors,
        labels,
      }),
    );
    // What was typed stays, and whoever saves it again has seen what it replaces.
    if (answer instanceof Clash) setBase(answer.current as Profile);
    if (answer instanceof ApiError) return;
    const user = store.get('userData');
    if (user) store.set('userData', { ...user, name: answer.data.name, mobile: answer.data.mobile });
    show(answer.data, answer.data);
    toast.success(answer.message);
    await invalidate('session');
  };
  return (
    <form className={formStyles.fields} onSubmit={(event) => void send(event)} noValidate>
      {newer && merged && merged.clashes.length > 0 ? (
        <FieldsChanged
          queryKey={['session', newer.version]}
          authors={profileAuthors}
          fields={Object.fromEntries(merged.clashes.map((field) => [field, labels[field]]))}
          onUpdate={() => show(newer, ownOf(newer))}
        />
      ) : null}
      <Failed submit={submit} />
      <TextField
        label={labels.name}
        autoComplete="name"
        value={name}
        error={submit.fields['name']}
        onChange={setName}
      />
      <TextField
        label={labels.mobile}
        optional
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        dir="ltr"
        help={t('profile.mobileHelp')}
        value={mobile}
        error={submit.fields['mobile']}
        onChange={setMobile}
      />
      <SubmitButton submit={submit} small label={t('profile.save')} disabled={!changed} />
    </form>
  );
}
