import { Drawer } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { type AnyCatalogue, type AnyRow, inSentence } from '#kit/contract/catalogue.ts';
import { useT } from '../../i18n.ts';
import { Failure } from '../../shell/failure.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { useHistory, useRow } from '../data.ts';
import type { Draws } from '../../lazy.ts';
import type { AreaTabs } from '../record/record-tabs.tsx';
import { CatalogueForm } from './form.tsx';
import type { FormBodyProps, FormPartProps } from './form-part.ts';
import { needsPage } from './form-size.ts';
import { titleText } from '../spoken.ts';

interface Props {
  definition: AnyCatalogue;
  all: readonly AnyCatalogue[];
  /** Row to edit; left out, a new one. */
  id?: string;
  search: Record<string, string>;
  /** Stands above the fields. */
  part?: Draws<FormPartProps> | undefined;
  /** Draws the fields itself. */
  body?: Draws<FormBodyProps> | undefined;
  /** What a new record begins with where the address says nothing. */
  defaults?: Readonly<Record<string, string>> | undefined;
  /** What a new record begins with that has to be fetched. */
  start?: AreaTabs['formStart'];
  /** Stand below them. */
  below?: readonly Draws<FormPartProps>[] | undefined;
  onSaved: (row: AnyRow, another: boolean) => void;
  onClose: () => void;
}

/** What the form begins with: by its area, by what was fetched for it, and by the address. */
function useBeginning({ id, search, defaults, start: startOf }: Props) {
  const named: Record<string, string> = Object.fromEntries(
    Object.entries(search).flatMap(([key, value]) => (/^val\[(\w+)\]$/.test(key) ? [[key.slice(4, -1), value]] : [])),
  );
  const start = id ? undefined : startOf?.(named);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: start?.queryKey ?? ['form-start'],
    queryFn: start?.queryFn ?? skipToken,
    // A form that opens once more begins with what there is then.
    gcTime: 0,
  });
  return {
    given: { ...(id ? {} : defaults), ...data, ...named },
    isPending: start !== undefined && isPending,
    error: data ? null : error,
    refetch,
  };
}

/** The form at an address of its own: in a drawer over its list or record, or as a page when it is a long one. */
export function FormDrawer(props: Props) {
  const { definition, all, id, search, part, below, body, onSaved, onClose } = props;
  const t = useT();
  useEffect(() => focusHeading, []);
  const row = useRow(definition, id);
  const copy = useRow(definition, id ? undefined : search['copy']);
  const past = useHistory(definition, id && search['back'] ? id : undefined);
  const [nested, setNested] = useState<{
    definition: AnyCatalogue;
    name: string;
    done: (made: AnyRow | undefined) => void;
  }>();
  const begun = useBeginning(props);
  const entry = past.data?.data.find((one) => one.id === search['back']);
  const waiting =
    begun.isPending ||
    (id && !row.data) ||
    (search['copy'] && !id && copy.isPending) ||
    (id && search['back'] && past.isPending);
  const close = () => {
    nested?.done(undefined);
    setNested(undefined);
  };
  const isPage = needsPage(definition);
  // A record that somebody deletes meanwhile takes nothing along that was typed: saving says that it is gone.
  const content =
    row.error && !row.data ? (
      <Failure error={row.error} />
    ) : begun.error ? (
      <Failure error={begun.error} retry={() => void begun.refetch()} />
    ) : waiting ? (
      <p className="sk" style={{ margin: 24 }} />
    ) : (
      <CatalogueForm
        definition={definition}
        place={isPage ? 'page' : 'drawer'}
        {...(row.data ? { row: row.data } : {})}
        {...(copy.data && !id ? { copy: copy.data } : {})}
        // An older version is laid over the current one; it is saved only when the reader says so.
        {...(row.data && entry?.before ? { copy: { ...row.data, ...entry.before } } : {})}
        given={begun.given}
        focus={search['focus']}
        part={part}
        below={below}
        body={body}
        onSaved={onSaved}
        onClose={onClose}
        creatorOf={(path) => {
          // What has a form of its own is not made in passing.
          const target = all.find((one) => one.path === path && !one.ownWrites);
          return target && ((name) => new Promise((done) => setNested({ definition: target, name, done })));
        }}
      />
    );
  return (
    <>
      {isPage ? (
        <>
          <nav className="crumb" aria-label={t('catalogue.trail')}>
            <Link to={`/${definition.path}`}>{definition.many}</Link>
            <IconChevronRight className="i s flip" aria-hidden="true" />
            {row.data ? (
              <>
                <Link to={`/${definition.path}/${row.data.id}`} className="cut">
                  <bdi>{titleText(definition.path, row.data.title)}</bdi>
                </Link>
                <IconChevronRight className="i s flip" aria-hidden="true" />
              </>
            ) : null}
            {id ? t('action.edit') : (definition.newText ?? t('catalogue.new', { one: inSentence(definition.one) }))}
          </nav>
          {content}
        </>
      ) : (
        <Drawer
          opened
          // A question that this opens must not hear the same Escape, or it would answer itself at once.
          onClose={() => setTimeout(onClose)}
          position="right"
          size={500}
          padding={0}
          withCloseButton={false}
          closeOnClickOutside={false}
          styles={{ body: { minHeight: '100%' } }}
          attributes={{ content: { 'aria-label': definition.one } }}
        >
          {content}
        </Drawer>
      )}
      {nested ? (
        <Drawer
          opened
          onClose={() => setTimeout(close)}
          position="right"
          size={460}
          padding={0}
          withCloseButton={false}
          closeOnClickOutside={false}
          zIndex={300}
          styles={{ body: { minHeight: '100%' } }}
          attributes={{ content: { 'aria-label': t('catalogue.new', { one: nested.definition.one }) } }}
        >
          <CatalogueForm
            definition={nested.definition}
            place="nested"
            given={{ name: nested.name }}
            onSaved={(made) => {
              nested.done(made);
              setNested(undefined);
            }}
            onClose={close}
          />
        </Drawer>
      ) : null}
    </>
  );
}
