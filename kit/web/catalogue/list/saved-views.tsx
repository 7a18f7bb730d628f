import { IconBookmark } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import { type AnyCatalogue, inSentence } from '#kit/contract/catalogue.ts';
import type { SavedView } from '#kit/contract/views.ts';
import { ApiError, api } from '../../api.ts';
import { formatTime, useT } from '../../i18n.ts';
import { queryClient } from '../../queries.ts';
import { useCan } from '../../rights.ts';
import { useKept } from '../../storage/store.ts';
import { toast } from '../../toast.tsx';
import type { Columns } from '../columns/use-columns.ts';
import { SaveAs } from './save-view.tsx';
import { namedIn, searchOf, type Views, viewsKey } from './use-views.ts';
import type { ViewControl } from './view.ts';
import { LateMenu, type MenuParts } from '../../ui/floating/late-floating.tsx';

/** The view as somebody else has stored it meanwhile, where that is why a change was refused (`Clash`). */
const clashed = (error: unknown): SavedView | undefined =>
  error instanceof ApiError && 'current' in error ? (error.current as SavedView) : undefined;

/** After a view was written: its list, and the columns that may have moved into it, are asked for again. */
const refreshViews = (path: string) =>
  Promise.all([viewsKey(path), ['columns', path]].map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** What a view keeps. */
interface Content {
  search: string;
  columns: SavedView['columns'];
}

type ViewBody = Content & Pick<SavedView, 'name' | 'shared'>;
const bodyOf = ({ name, shared, search, columns }: ViewBody): ViewBody => ({ name, shared, search, columns });

/** Writes to the views of a catalogue. */
function useViewWrites(path: string) {
  const t = useT();
  const write = async (work: Promise<Answer<unknown>>) => {
    try {
      toast.success((await work).message);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const updatedAt = clashed(error)?.updatedAt;
      toast.error(updatedAt ? t('saved.clash', { when: formatTime(updatedAt) }) : error.message);
    } finally {
      await refreshViews(path);
    }
  };
  const remove = async ({ id, name, search, shared, columns: kept }: SavedView) => {
    try {
      const { message } = await api.delete<Answer<unknown>>(`/${path}/views/${id}`);
      toast.success(
        message,
        () => void write(api.post(`/${path}/views`, { body: { name, search, shared, columns: kept }, quiet: true })),
      );
      await refreshViews(path);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  /** Changes of a view what is given; what was changed of it in another window meanwhile stays. */
  const change = async (view: SavedView, given: Partial<ViewBody>) => {
    let current = view;
    // Fetched when it is needed: few who look at a list change a view of it.
    const { sendMerged } = await import('../../live/send-merged.ts');
    return sendMerged({
      base: view,
      body: { ...bodyOf(view), ...given },
      bodyOf,
      async read() {
        const { data } = await api.get<Answer<SavedView[]>>(`/${path}/views`);
        current = data.find(({ id }) => id === view.id) ?? view;
        return current;
      },
      send: (body, ifMatch) => api.put<Answer<SavedView>>(`/${path}/views/${view.id}`, { body, ifMatch, quiet: true }),
      // Nobody else may change it.
      authors: async () => () => ({ name: current.ownerName, at: current.updatedAt }),
      labels: {
        name: t('saved.name'),
        shared: t('saved.share'),
        search: t('saved.search'),
        columns: t('columns.title'),
      },
    });
  };
  /** A new view of what is on screen, or one that is there under another name or for other readers. */
  const save = async (view: 'new' | SavedView, named: { name: string; shared: boolean }, now: Content) => {
    const answer = await (view === 'new'
      ? api.post<Answer<SavedView>>(`/${path}/views`, { body: { ...named, ...now }, quiet: true })
      : // What it shows stays as it was saved, whatever is on screen.
        change(view, named));
    await refreshViews(path);
    return answer;
  };
  return { write, remove, change, save };
}

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
  // The others are tabs above the list.
  const ready = definition.readyViews.filter(({ tab }) => tab !== true);
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
  const { write, remove, change, save } = useViewWrites(path);
  return (
    <>
      <LateMenu
        anchor={button}
        position="bottom-start"
        width={280}
        trigger={
          <button type="button" className="btn g">
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
        }
      >
        {(Menu) => (
          <>
            {open ? (
              <Menu.Item onClick={() => void navigate({ to: `/${path}`, search: {} as never })}>
                {t('saved.none', { many: inSentence(definition.counted) })}
              </Menu.Item>
            ) : null}
            {ready.map(({ name, search }) => (
              <Menu.Item key={name} onClick={() => void navigate({ to: `/${path}`, search: namedIn(search) as never })}>
                {name}
              </Menu.Item>
            ))}
            {ready.length > 0 ? <Menu.Divider /> : null}
            <ViewItems Menu={Menu} views={views} userId={user?.id} onShow={show} />
            {views.all.length > 0 ? <Menu.Divider /> : null}
            {open && isChanged && own ? (
              <Menu.Item onClick={() => void write(change(open, now))}>
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
          </>
        )}
      </LateMenu>
      {naming ? (
        <SaveAs
          mayShare={can(path, 'edit')}
          onClose={named}
          onNewer={setNaming}
          {...(naming === 'new' ? {} : { view: naming })}
          onSave={async (name, shared) => {
            const answer = await save(naming, { name, shared }, now).catch((error: unknown) => {
              // Whoever saves again has read what it replaces.
              const theirs = clashed(error);
              if (theirs) setNaming(theirs);
              throw error;
            });
            if (naming === 'new') control.open(answer.data.id);
            named();
            toast.success(answer.message);
          }}
        />
      ) : null}
    </>
  );
}

/** Every saved view, with whose it is. */
function ViewItems(props: {
  Menu: MenuParts;
  views: Views;
  userId: string | undefined;
  onShow: (view: SavedView) => void;
}) {
  const { Menu, views, userId, onShow } = props;
  const t = useT();
  return views.all.map((view) => (
    <Menu.Item
      key={view.id}
      aria-current={view.id === views.open?.id ? 'true' : undefined}
      onClick={() => onShow(view)}
      rightSection={
        <span className="t3 xs">
          {view.ownerId === userId ? (view.shared ? t('saved.shared') : '') : view.ownerName}
        </span>
      }
    >
      <bdi>{view.name}</bdi>
    </Menu.Item>
  ));
}
