import { Menu, Modal } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { Answer } from '#kit/contract/answers.ts';
import type { AnyCatalogue } from '#kit/contract/catalogue.ts';
import type { SavedView } from '#kit/contract/views.ts';
import { ApiError, api } from '../api.ts';
import { useT } from '../i18n.ts';
import { queryClient } from '../queries.ts';
import { useCan } from '../rights.ts';
import { useKept } from '../storage/store.ts';
import { toast } from '../toast.tsx';
import { Switch } from '../ui/parts.tsx';
import type { ViewControl } from './view.ts';

/** Search part of an address in one order, so that two that mean the same are the same. */
const inOrder = (search: string): string => {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.delete('size');
  params.sort();
  return params.toString();
};

/**
 * Views of a list under names: the one that is open is marked, with a dot once it was changed. Saving is always a step of
 * its own; nothing is kept by itself.
 */
export function SavedViews({ definition, control }: { definition: AnyCatalogue; control: ViewControl }) {
  const t = useT();
  const can = useCan();
  const navigate = useNavigate();
  const [user] = useKept('userData');
  const [openId, setOpenId] = useState<string>();
  const [naming, setNaming] = useState(false);
  const { path } = definition;
  const queryKey = ['views', path];
  const { data: views = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.get<Answer<SavedView[]>>(`/${path}/views`, { signal, quiet: true })).data,
  });
  const now = inOrder(new URLSearchParams(control.view.params).toString());
  const open = views.find((one) => one.id === openId) ?? views.find((one) => inOrder(one.search) === now);
  const isChanged = open !== undefined && inOrder(open.search) !== now;
  const show = (view: SavedView) => {
    setOpenId(view.id);
    void navigate({ to: `/${path}`, search: Object.fromEntries(new URLSearchParams(view.search)) as never });
  };
  const write = async (work: Promise<Answer<unknown>>) => {
    try {
      toast.success((await work).message);
      await queryClient.invalidateQueries({ queryKey });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  };
  const own = open?.ownerId === user?.id;
  return (
    <>
      <Menu position="bottom-start" width={280} transitionProps={{ duration: 90 }}>
        <Menu.Target>
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
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
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
          {views.length > 0 ? <Menu.Divider /> : null}
          {open && isChanged && own ? (
            <Menu.Item
              onClick={() =>
                void write(
                  api.put(`/${path}/views/${open.id}`, { body: { name: open.name, shared: open.shared, search: now } }),
                )
              }
            >
              {t('saved.save', { name: open.name })}
            </Menu.Item>
          ) : null}
          {open && isChanged ? <Menu.Item onClick={() => show(open)}>{t('saved.revert')}</Menu.Item> : null}
          <Menu.Item onClick={() => setNaming(true)}>{t('saved.saveAs')}</Menu.Item>
          {open && own ? (
            <Menu.Item
              className="danger"
              onClick={() => {
                setOpenId(undefined);
                void write(api.delete(`/${path}/views/${open.id}`));
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
          onClose={() => setNaming(false)}
          onSave={async (name, shared) => {
            const answer = await api.post<Answer<SavedView>>(`/${path}/views`, {
              body: { name, shared, search: now },
              quiet: true,
            });
            await queryClient.invalidateQueries({ queryKey });
            setOpenId(answer.data.id);
            setNaming(false);
            toast.success(answer.message);
          }}
        />
      ) : null}
    </>
  );
}

function SaveAs({
  mayShare,
  onSave,
  onClose,
}: {
  mayShare: boolean;
  onSave: (name: string, shared: boolean) => Promise<void>;
  onClose: () => void;
}) {
  const t = useT();
  const id = useId();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
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
    <Modal
      opened
      onClose={onClose}
      title={t('saved.saveAs')}
      lockScroll={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
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
    </Modal>
  );
}
