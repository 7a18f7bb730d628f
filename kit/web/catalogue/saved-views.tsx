import { Menu } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import { addDays, indiaDay } from '#kit/contract/days.ts';
import type { SavedView } from '#kit/contract/views.ts';
import { ApiError, api } from '../api.ts';
import { useT } from '../i18n.ts';
import { queryClient } from '../queries.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';
import { toast } from '../toast.tsx';
import { Switch } from '../ui/parts.tsx';
import { LateModal } from '../ui/late.tsx';
import type { Columns } from './use-columns.ts';
import { searchOf, type Views, viewsKey } from './use-views.ts';
import type { ViewControl } from './view.ts';

/** A ready view as an address: days that are counted from today are named. */
const daysIn = (search: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => {
      const counted = /^today([+-]\d+)?$/.exec(value);
      return [name, counted ? addDays(indiaDay(new Date()), Number(counted[1] ?? 0)) : value];
    }),
  );

/** After a view was written: its list, and the columns that may have moved into it, are asked for again. */
const settle = (path: string) =>
  Promise.all([viewsKey(path), ['columns', path]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/**
 * Views of a list under names: the one that is open is marked, with a dot once it was changed. Saving is always a step of
 * its own; nothing is kept by itself.
 */
export function SavedViews({
  definition,
  control,
  views,
  columns,
}: {
  definition: AnyCatalogue;
  control: ViewControl;
  views: Views;
  columns: Columns;
}) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const [user] = useKept('userData');
  /** What the dialog names: a new view, or one that is there. */
  const [naming, setNaming] = useState<'new' | SavedView>();
  const button = useRef<HTMLButtonElement>(null);
  // The menu that led to the dialog is closed by now: the keyboard goes on from its button.
  const named = () => {
    setNaming(undefined);
    setTimeout(() => button.current?.focus());
  };
  const { path } = definition;
  const { open } = views;
  const isChanged = views.isChanged || columns.isChanged;
  const own = open?.ownerId === user?.id;
  const now = { search: searchOf(control.view), columns: columns.all };
  const show = (view: SavedView) =>
    void navigate({
      to: `/${path}`,
      search: { ...Object.fromEntries(new URLSearchParams(view.search)), view: view.id } as never,
    });
  const revert = (view: SavedView) => {
    if (columns.isChanged) columns.reset();
    if (views.isChanged) show(view);
  };
  const write = async (work: Promise<Answer<unknown>>) => {
    try {
      toast.success((await work).message);
      await settle(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const remove = async ({ id, name, search, shared, columns: kept }: SavedView) => {
    try {
      const { message } = await api.delete<Answer<unknown>>(`/${path}/views/${id}`);
      toast.success(
        message,
        () => void write(api.post(`/${path}/views`, { body: { name, search, shared, columns: kept } })),
      );
      await settle(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  return (
    <>
      <Menu position="bottom-start" width={280} transitionProps={{ duration: 90 }}>
        <Menu.Target>
          <button ref={button} type="button" className="btn g">
            <IconBookmark className="i s" aria-hidden="true" />
            <bdi className="cut" style={{ maxWidth: 180 }}>
              {open?.name ?? t('saved.title')}
            </bdi>
            {isChanged ? (
              <span className="dot due">
                <span className="sr">{t('saved.changed')}</span>
              </span>
            ) : null}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {open ? (
            <Menu.Item onClick={() => void navigate({ to: `/${path}`, search: {} as never })}>
              {t('saved.none', { many: inSentence(definition.many) })}
            </Menu.Item>
          ) : null}
          {definition.readyViews.map(({ name, search }) => (
            <Menu.Item key={name} onClick={() => void navigate({ to: `/${path}`, search: daysIn(search) as never })}>
              {name}
            </Menu.Item>
          ))}
          {definition.readyViews.length > 0 ? <Menu.Divider /> : null}
          {views.all.map((view) => (
            <Menu.Item
              key={view.id}
              aria-current={view.id === open?.id ? 'true' : undefined}
              onClick={() => show(view)}
              rightSection={
                <span className="t3 xs">
                  {view.ownerId === user?.id ? (view.shared ? t('saved.shared') : '') : view.ownerName}
                </span>
              }
            >
              <bdi>{view.name}</bdi>
            </Menu.Item>
          ))}
          {views.all.length > 0 ? <Menu.Divider /> : null}
          {open && isChanged && own ? (
            <Menu.Item
              onClick={() =>
                void write(
                  api.put(`/${path}/views/${open.id}`, {
                    body: { name: open.name, shared: open.shared, ...now },
                    ifMatch: `"v${open.version}"`,
                  }),
                )
              }
            >
              {t('saved.save', { name: open.name })}
            </Menu.Item>
          ) : null}
          {open && isChanged ? <Menu.Item onClick={() => revert(open)}>{t('saved.revert')}</Menu.Item> : null}
          <Menu.Item onClick={() => setNaming('new')}>{t('saved.saveAs')}</Menu.Item>
          {open && own ? <Menu.Item onClick={() => setNaming(open)}>{t('saved.rename')}</Menu.Item> : null}
          {open && own ? <Menu.Divider /> : null}
          {open && own ? (
            <Menu.Item
              className="danger"
              onClick={() => {
                control.open(undefined);
                void remove(open);
              }}
            >
              {t('saved.remove', { name: open.name })}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {naming ? (
        <SaveAs
          mayShare={can(path, 'edit')}
          onClose={named}
          {...(naming === 'new' ? {} : { view: naming })}
          onSave={async (name, shared) => {
            const answer = await (naming === 'new'
              ? api.post<Answer<SavedView>>(`/${path}/views`, { body: { name, shared, ...now }, quiet: true })
              : // What it shows stays as it was saved, whatever is on screen.
                api.put<Answer<SavedView>>(`/${path}/views/${naming.id}`, {
                  body: { name, shared, search: naming.search, columns: naming.columns },
                  ifMatch: `"v${naming.version}"`,
                  quiet: true,
                }));
            await settle(path);
            if (naming === 'new') control.open(answer.data.id);
            named();
            toast.success(answer.message);
          }}
        />
      ) : null}
    </>
  );
}

function SaveAs({
  view,
  mayShare,
  onSave,
  onClose,
}: {
  /** The view that gets another name or other readers; left out, a new one. */
  view?: SavedView;
  mayShare: boolean;
  onSave: (name: string, shared: boolean) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [failure, setFailure] = useState<string>();
  const save = async () => {
    try {
      await onSave(name, shared);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    }
  };
  return (
    <LateModal opened onClose={onClose} title={t(view ? 'saved.rename' : 'saved.saveAs')}>
      <form
        className="col"
        style={{ gap: 16 }}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="fld">
          <label htmlFor={id}>{t('saved.name')}</label>
          <input
            id={id}
            className="inp"
            data-autofocus
            maxLength={60}
            value={name}
            aria-invalid={failure ? true : undefined}
            aria-describedby={failure ? `${id}-error` : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {failure ? (
            <span className="errm" id={`${id}-error`}>
              {failure}
            </span>
          ) : null}
        </div>
        {mayShare ? <Switch on={shared} label={t('saved.share')} onToggle={() => setShared(!shared)} /> : null}
        <div className="row">
          <button type="submit" className="btn p" disabled={name.trim() === ''}>
            {t('saved.keep')}
          </button>
          <button type="button" className="btn d" onClick={onClose}>
            {t('action.cancel')}
          </button>
        </div>
      </form>
    </LateModal>
  );
}
